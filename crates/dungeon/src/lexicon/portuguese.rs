//! Brazilian Portuguese: gender, number, contractions, verbs and adjectives that agree.

use super::noun::{Form, Gender, Np};

const NUMBERS: [&str; 13] =
    ["zero", "um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "onze", "doze"];

/// The definite article: o, a, os, as.
pub(crate) fn article(gender: Gender, plural: bool) -> &'static str {
    match (gender, plural) {
        (Gender::Masculine, false) => "o",
        (Gender::Feminine, false) => "a",
        (Gender::Masculine, true) => "os",
        (Gender::Feminine, true) => "as",
    }
}

/// A preposition with a definite article: de + o is do.
pub(crate) fn contracted(preposition: &str, article: &str) -> String {
    match (preposition, article) {
        ("de", article) => format!("d{article}"),
        ("em", article) => format!("n{article}"),
        ("a", "a") => "à".to_owned(),
        ("a", "as") => "às".to_owned(),
        ("a", article) => format!("a{article}"),
        ("por", article) => format!("pel{article}"),
        _ => format!("{preposition} {article}"),
    }
}

/// The third person of a verb in the present tense.
pub(crate) fn verb(infinitive: &str, plural: bool) -> String {
    let irregular: &[(&str, &str, &str)] = &[
        ("estar", "está", "estão"),
        ("ser", "é", "são"),
        ("ter", "tem", "têm"),
        ("haver", "há", "há"),
        ("ir", "vai", "vão"),
        ("vir", "vem", "vêm"),
        ("ver", "vê", "veem"),
        ("ler", "lê", "leem"),
        ("dar", "dá", "dão"),
        ("pôr", "põe", "põem"),
        ("fazer", "faz", "fazem"),
        ("jazer", "jaz", "jazem"),
        ("trazer", "traz", "trazem"),
        ("dizer", "diz", "dizem"),
        ("querer", "quer", "querem"),
        ("poder", "pode", "podem"),
        ("saber", "sabe", "sabem"),
        ("cair", "cai", "caem"),
        ("sair", "sai", "saem"),
        ("roer", "rói", "roem"),
        ("sorrir", "sorri", "sorriem"),
        ("dormir", "dorme", "dormem"),
        ("cuspir", "cospe", "cospem"),
        ("subir", "sobe", "sobem"),
        ("polir", "pole", "polem"),
        ("fugir", "foge", "fogem"),
        ("manter", "mantém", "mantêm"),
        ("conter", "contém", "contêm"),
        ("odiar", "odeia", "odeiam"),
        ("destruir", "destrói", "destroem"),
        ("construir", "constrói", "constroem"),
        ("bloquear", "bloqueia", "bloqueiam"),
        ("ladear", "ladeia", "ladeiam"),
    ];
    if let Some((_, one, many)) = irregular.iter().find(|(base, ..)| *base == infinitive) {
        return if plural { many } else { one }.to_string();
    }
    if let Some(stem) = infinitive.strip_suffix("ear") {
        return format!("{stem}{}", if plural { "eiam" } else { "eia" });
    }
    if let Some(stem) = infinitive.strip_suffix("guir") {
        return format!("{stem}gue{}", if plural { "m" } else { "" });
    }
    if let Some(stem) = infinitive.strip_suffix("uir") {
        return format!("{stem}u{}", if plural { "em" } else { "i" });
    }
    let (stem, ending) = infinitive.split_at(infinitive.len().saturating_sub(2));
    match (ending, plural) {
        ("ar", false) => format!("{stem}a"),
        ("ar", true) => format!("{stem}am"),
        (_, false) => format!("{stem}e"),
        (_, true) => format!("{stem}em"),
    }
}

/// An adjective or participle, given in the masculine singular, that agrees.
pub(crate) fn adjective(word: &str, gender: Gender, plural: bool) -> String {
    let feminine = gender == Gender::Feminine;
    let singular = match word {
        w if !feminine => w.to_owned(),
        w if w.ends_with("ão") => format!("{}ã", w.trim_end_matches("ão")),
        w if w.ends_with("or") || w.ends_with("ês") || w.ends_with('u') => {
            format!("{}a", w.replace("ês", "es"))
        }
        w if w.ends_with('o') => format!("{}a", &w[..w.len() - 1]),
        w => w.to_owned(),
    };
    if plural { pluralised(&singular) } else { singular }
}

/// The plural of one word by the rules of the language.
pub(crate) fn pluralised(word: &str) -> String {
    let swap = |ending: &str, new: &str| word.strip_suffix(ending).map(|stem| format!("{stem}{new}"));
    let rules = [
        ("ão", "ões"),
        ("ães", "ães"),
        ("al", "ais"),
        ("el", "éis"),
        ("il", "is"),
        ("ol", "óis"),
        ("ul", "uis"),
        ("ém", "éns"),
        ("m", "ns"),
        ("ês", "eses"),
        ("r", "res"),
        ("z", "zes"),
    ];
    if word.ends_with('s') && !word.ends_with("ês") || word.ends_with('x') || word.starts_with(['+', '(']) {
        return word.to_owned();
    }
    if word.ends_with("ível") || word.ends_with("ável") {
        return format!("{}eis", &word[..word.len() - 2]);
    }
    rules.iter().find_map(|(old, new)| swap(old, new)).unwrap_or_else(|| format!("{word}s"))
}

/// The plural of a name: every word up to the first preposition or comparison.
pub(crate) fn pluralised_name(name: &str) -> String {
    let stops = ["de", "do", "da", "dos", "das", "contra", "que", "língua", "marca", "mata-gigantes", "com"];
    let mut stopped = false;
    let words = name.split(' ').map(|word| {
        stopped |= stops.contains(&word) || word.starts_with(['(', '+']);
        if stopped { word.to_owned() } else { pluralised(word) }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// What a node says of a noun phrase; `None` if Portuguese has no such node.
pub(crate) fn say(head: &str, np: &Np, rest: &str, noun: &str, aloud: bool) -> Option<String> {
    let plural = np.is_plural(1);
    let (form, gender) = (np.noun.form[1], np.noun.gender);
    let feminine = gender == Gender::Feminine;
    let definite = |preposition: &str| match form {
        Form::Proper if preposition.is_empty() => noun.to_owned(),
        Form::Proper => format!("{preposition} {noun}"),
        _ if preposition.is_empty() => format!("{} {noun}", article(gender, plural)),
        _ => format!("{} {noun}", contracted(preposition, article(gender, plural))),
    };
    let one = if feminine { "uma" } else { "um" };
    let indefinite = || match form {
        Form::Count if np.count > 1 => {
            let number = match (np.count, NUMBERS.get(np.count as usize)) {
                (2, _) if feminine => "duas",
                (_, Some(number)) => number,
                _ => "umas vinte",
            };
            let number = if number == "umas vinte" && !feminine { "uns vinte" } else { number };
            format!("{number} {noun}")
        }
        Form::Count => format!("{one} {noun}"),
        Form::Mass | Form::Plural | Form::Proper => noun.to_owned(),
    };
    let single = form == Form::Count && np.count <= 1;
    let pronoun =
        |base: &str| format!("{base}{}{}", if feminine { "a" } else { "e" }, if plural { "s" } else { "" });
    Some(match head {
        "um" => indefinite(),
        "num" if single && aloud => format!("n{one} {noun}"),
        "num" if single => format!("em {one} {noun}"),
        "num" if matches!(form, Form::Mass | Form::Plural) => definite("em"),
        "num" => format!("em {}", indefinite()),
        "dum" if matches!(form, Form::Mass | Form::Plural) => definite("de"),
        "dum" => format!("de {}", indefinite()),
        "a_um" if matches!(form, Form::Mass | Form::Plural) => definite("a"),
        "a_um" => format!("a {}", indefinite()),
        "#" => match form {
            Form::Count if np.count > 1 => format!("{} {noun}", np.count),
            Form::Count => format!("{one} {noun}"),
            Form::Mass | Form::Plural | Form::Proper => noun.to_owned(),
        },
        "o" => definite(""),
        "do" => definite("de"),
        "no" => definite("em"),
        "ao" => definite("a"),
        "pelo" => definite("por"),
        "n" => noun.to_owned(),
        "v" => verb(rest, plural),
        "pos" => verb(np.noun.posture.verbs()[1], plural),
        "ele" => pronoun("el"),
        "dele" => pronoun("del"),
        "nele" => pronoun("nel"),
        "lo" => article(gender, plural).to_owned(),
        "s" => {
            let (one, many) = rest.split_once('|').unwrap_or((rest, rest));
            if plural { many } else { one }.to_owned()
        }
        "~" => adjective(rest, gender, plural),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contractions_are_made() {
        let all =
            ["de", "em", "a", "por"].map(|p| ["o", "a", "os", "as"].map(|a| contracted(p, a)).join(" "));
        assert_eq!(all, ["do da dos das", "no na nos nas", "ao à aos às", "pelo pela pelos pelas"]);
    }

    #[test]
    fn verbs_and_adjectives_agree() {
        assert_eq!(
            ["estar", "andar", "dizer", "comer", "sair", "seguir"].map(|v| verb(v, true)),
            ["estão", "andam", "dizem", "comem", "saem", "seguem"]
        );
        assert_eq!(verb("seguir", false), "segue");
        let all = |w: &str| {
            [
                (Gender::Masculine, false),
                (Gender::Feminine, false),
                (Gender::Masculine, true),
                (Gender::Feminine, true),
            ]
            .map(|(g, p)| adjective(w, g, p))
            .join(" ")
        };
        assert_eq!(all("coberto"), "coberto coberta cobertos cobertas");
        assert_eq!(all("defensor"), "defensor defensora defensores defensoras");
        assert_eq!(all("azul"), "azul azul azuis azuis");
        assert_eq!(all("grande"), "grande grande grandes grandes");
        assert_eq!(pluralised_name("rato gigante"), "ratos gigantes");
        assert_eq!(pluralised_name("enxame de ratos"), "enxames de ratos");
        assert_eq!(pluralised_name("espreitador invisível"), "espreitadores invisíveis");
    }
}
