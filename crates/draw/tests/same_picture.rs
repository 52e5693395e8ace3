//! The same scene gives the same picture in every file: resvg draws our SVG and is compared with
//! our own PNG.

#![cfg(feature = "png")]

use std::sync::Arc;

use mapkiln_maps::Picture;
use mapkiln_maps::picture::PngEffort;

use mapkiln_draw::{Anchor, Color, Frame, Path, Scene, Stamp, Stroke, Text, Vec2, Weight, png, svg};

/// One of everything that a scene can hold.
fn everything() -> Scene {
    let at = Vec2::new;
    let mut scene = Scene::new("Everything", Frame::new(-1.0, -1.0, 12.0, 8.0));
    scene.background = Some(Color::hex(0xf4ecd8));
    let layer = scene.layer("shapes");
    layer.fill(Path::rect(Frame::new(0.0, 0.0, 3.0, 2.0)), Color::hex(0x336699));
    layer.fill(Path::circle(at(5.0, 1.5), 1.2), Color::hex(0xcc3300).faded(0.5));
    layer.stroke(Path::polygon([at(7.0, 0.0), at(9.0, 2.5), at(6.5, 2.0)]), Stroke::new(Color::BLACK, 0.2));
    layer.stroke(Path::line(at(0.0, 3.0), at(9.0, 3.4)), Stroke::new(Color::hex(0x225522), 0.1).round());
    layer.stroke(
        Path::line(at(0.0, 4.0), at(9.0, 3.6)),
        Stroke::new(Color::hex(0x552255), 0.1).dashed(0.4, 0.2),
    );
    layer.shape(
        Path::rounded_rect(Frame::new(8.0, 0.5, 2.0, 1.0), 0.3),
        Some(Color::WHITE),
        Some(Stroke::new(Color::hex(0x111111), 0.05)),
    );
    let layer = scene.layer("clipped");
    layer.clip = Some(Path::circle(at(2.0, 5.0), 1.0));
    layer.fill(Path::rect(Frame::new(0.0, 4.0, 2.2, 3.0)), Color::hex(0x00aa88));
    let layer = scene.layer("letters");
    let mut text = Text::new(at(5.0, 5.5), 1.0, Color::hex(0x222222), "Crypt <of> Ångst & “AVATAR”");
    text.anchor = Anchor::Middle;
    text.halo = Some(Stroke::new(Color::WHITE, 0.2).round());
    layer.text(text);
    layer.text(Text { weight: Weight::Bold, ..Text::new(at(0.0, 6.5), 0.8, Color::BLACK, "No. 0123456789") });
    let pixels =
        Picture { width: 2, height: 2, rgba: [[200, 30, 30, 255], [30, 200, 30, 255]].concat().repeat(2) };
    scene.layer("image").image(Frame::new(8.0, 4.5, 1.0, 1.0), Arc::new(pixels));
    let stamp = Stamp {
        frame: Frame::new(0.0, 0.0, 0.5, 0.5),
        items: vec![mapkiln_draw::Item::Shape(mapkiln_draw::Shape {
            path: Path::circle(at(0.25, 0.25), 0.2),
            fill: Some(Color::hex(0x884400)),
            stroke: None,
        })],
    };
    scene.layer("stamps").stamps(Arc::new(stamp), (0..6).map(|i| at(6.0 + 0.5 * i as f32, 6.0)).collect());
    scene
}

fn by_resvg(file: &str, width: u32, height: u32) -> Vec<u8> {
    let tree = resvg::usvg::Tree::from_str(file, &resvg::usvg::Options::default()).expect("usvg reads it");
    let mut pixels = resvg::tiny_skia::Pixmap::new(width, height).expect("a size");
    resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.take_demultiplied()
}

#[test]
fn our_svg_drawn_by_resvg_is_our_png() {
    let scene = everything();
    let options = svg::SvgOptions { pixels_per_unit: 40.0, ..Default::default() };
    let ours = png::render(&scene, 40.0).unwrap();
    let theirs = by_resvg(&svg::encode(&scene, &options), ours.width, ours.height);
    let file = png::encode(
        &scene,
        &png::PngOptions { pixels_per_unit: 40.0, effort: PngEffort::Small, ..Default::default() },
    )
    .unwrap();
    assert_eq!(Picture::from_png(&file).unwrap(), ours, "the file holds what was drawn");
    // Rims have 16 steps of grey and may differ by a few of them after rounding; shapes may not. The two
    // pixels of the small image are smoothed differently at their rims.
    let outside_of_image = |i: usize| {
        let (x, y) = (i as u32 % ours.width / 40, i as u32 / ours.width / 40);
        !(9..10).contains(&x) || !(5..7).contains(&y)
    };
    let pairs = ours.rgba.chunks_exact(4).zip(theirs.chunks_exact(4)).enumerate();
    let far: Vec<String> = pairs
        .filter(|(i, (a, b))| outside_of_image(*i) && a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 64))
        .map(|(i, (a, b))| format!("{},{}: {a:?} {b:?}", i as u32 % ours.width, i as u32 / ours.width))
        .collect();
    assert!(far.is_empty(), "{} pixels differ: {:?}", far.len(), &far[..far.len().min(10)]);
    let distinct: std::collections::BTreeSet<&[u8]> = ours.rgba.chunks_exact(4).collect();
    assert!(distinct.len() > 50, "there is something to compare");
}

/// Poppler draws our PDF: letters, clips, opacity, pictures and stamps lie where our PNG has them.
#[cfg(feature = "pdf")]
#[test]
fn our_pdf_drawn_by_poppler_is_our_png() {
    use mapkiln_draw::pdf;
    let scene = everything();
    let ours = png::render(&scene, 40.0).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.pdf");
    let file = pdf::encode(&scene, &pdf::PdfOptions { points_per_unit: 40.0 }).unwrap();
    std::fs::write(&path, file).unwrap();
    // A point is a pixel.
    let output = std::process::Command::new("pdftoppm").args(["-r", "72"]).arg(&path).output();
    let output = output.unwrap_or_else(|e| panic!("pdftoppm is needed (poppler-utils): {e}"));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let head = format!("P6\n{} {}\n255\n", ours.width, ours.height);
    let theirs = output.stdout.strip_prefix(head.as_bytes()).expect("a picture of the same size");
    let pairs = ours.rgba.chunks_exact(4).zip(theirs.chunks_exact(3));
    let far = pairs.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 100)).count();
    let all = (ours.width * ours.height) as usize;
    assert!(far * 200 < all, "{far} of {all} pixels differ");
    let words = std::process::Command::new("pdftotext").arg(&path).arg("-").output().unwrap();
    let words = String::from_utf8_lossy(&words.stdout).into_owned();
    assert!(words.contains("Crypt <of> Ångst & “AVATAR”") && words.contains("0123456789"), "{words}");
}

#[test]
fn the_svg_is_well_formed_and_escaped() {
    let mut scene = everything();
    scene.title = "<script>\"'&]]>\u{1}\u{ffff}".into();
    for editable_text in [false, true] {
        let file = svg::encode(&scene, &svg::SvgOptions { editable_text, ..Default::default() });
        let tree = roxmltree::Document::parse(&file).unwrap();
        let title = tree.descendants().find(|n| n.has_tag_name("title")).unwrap();
        assert_eq!(title.text(), Some("<script>\"'&]]>"));
        assert!(!tree.descendants().any(|n| n.has_tag_name("script")));
    }
}

#[test]
fn bands_do_not_show() {
    // Taller than one band: the seam at row 512 must not differ from the same picture higher up.
    let mut scene = Scene::new("", Frame::new(0.0, 0.0, 1.0, 20.0));
    scene.background = Some(Color::WHITE);
    let layer = scene.layer("zigzag");
    for y in 0..20 {
        let top = y as f32;
        let line =
            Path::polyline([Vec2::new(0.1, top), Vec2::new(0.9, top + 0.5), Vec2::new(0.1, top + 1.0)]);
        layer.stroke(line, Stroke::new(Color::BLACK, 0.1));
    }
    let pixels = png::render(&scene, 64.0).unwrap();
    let cell = |y: usize| &pixels.rgba[y * 64 * 64 * 4..(y + 1) * 64 * 64 * 4];
    for y in 2..18 {
        assert_eq!(cell(y), cell(1), "cell {y}");
    }
}

#[test]
fn impossible_sizes_are_refused() {
    let empty = Scene::new("", Frame::default());
    assert!(png::render(&empty, 10.0).is_err());
    let wide = Scene::new("", Frame::new(0.0, 0.0, 1e6, 1.0));
    let error = png::render(&wide, 10.0).unwrap_err().to_string();
    assert!(error.contains("10000000 x 10"), "{error}");
    assert!(png::render(&wide, f32::NAN).is_err());
}
