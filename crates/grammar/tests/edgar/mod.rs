//! The five example graphs that ship with Edgar (Nepožitek), up to 41 rooms, with three templates for their rooms.

/// The edges of each graph, as the start of a grammar.
const GRAPHS: [&str; 5] = [
    "n0:Room -- n2:Room, n0 -- n3:Room, n1:Room -- n2, n1 -- n9:Room, n2 -- n5:Room, n3 -- n6:Room, \
     n4:Room -- n7:Room, n4 -- n8:Room, n5 -- n6, n5 -- n10:Room, n6 -- n11:Room, n7 -- n12:Room, \
     n8 -- n13:Room, n9 -- n10, n11 -- n12, n11 -- n14:Room, n12 -- n15:Room, n12 -- n16:Room, \
     n13 -- n16, n14 -- n15",
    "n0:Room -- n1:Room, n0 -- n3:Room, n1 -- n2:Room, n1 -- n4:Room, n1 -- n5:Room, n2 -- n3, \
     n3 -- n6:Room, n4 -- n5, n6 -- n7:Room, n6 -- n8:Room, n7 -- n8",
    "n0:Room -- n1:Room, n1 -- n2:Room, n1 -- n7:Room, n1 -- n10:Room, n2 -- n3:Room, \
     n2 -- n5:Room, n3 -- n4:Room, n4 -- n5, n4 -- n6:Room, n6 -- n11:Room, n7 -- n8:Room, \
     n8 -- n9:Room, n9 -- n16:Room, n10 -- n11, n10 -- n13:Room, n11 -- n12:Room, n12 -- n13, \
     n12 -- n14:Room, n14 -- n15:Room, n15 -- n16",
    "n0:Room -- n2:Room, n0 -- n3:Room, n1:Room -- n2, n1 -- n9:Room, n2 -- n5:Room, n3 -- n6:Room, \
     n4:Room -- n7:Room, n4 -- n8:Room, n5 -- n6, n5 -- n10:Room, n6 -- n11:Room, n7 -- n12:Room, \
     n8 -- n13:Room, n9 -- n10, n11 -- n12, n11 -- n18:Room, n12 -- n19:Room, n12 -- n20:Room, \
     n13 -- n14:Room, n13 -- n20, n14 -- n15:Room, n15 -- n26:Room, n16:Room -- n22:Room, \
     n17:Room -- n22, n18 -- n19, n18 -- n23:Room, n21:Room -- n24:Room, n22 -- n23, \
     n22 -- n27:Room, n22 -- n28:Room, n22 -- n29:Room, n23 -- n24, n24 -- n30:Room, \
     n25:Room -- n26, n26 -- n32:Room, n31:Room -- n32, n32 -- n33:Room, n32 -- n35:Room, \
     n34:Room -- n35, n35 -- n36:Room, n35 -- n38:Room, n37:Room -- n38, n38 -- n39:Room, \
     n39 -- n40:Room",
    "n0:Room -- n1:Room, n0 -- n2:Room, n0 -- n8:Room, n0 -- n9:Room, n1 -- n3:Room, n1 -- n4:Room, \
     n1 -- n5:Room, n2 -- n6:Room, n2 -- n7:Room, n8 -- n10:Room, n8 -- n11:Room, n8 -- n12:Room, \
     n9 -- n13:Room, n9 -- n14:Room",
];

/// Rooms as text: a hall, an L, and a square with two doors.
const TEMPLATES: [&[&str]; 3] = [
    &["########", "#......#", "#......#", "#......#", "########"],
    &["######", "#....#", "#....#", "#....###", "#......#", "#......#", "########"],
    &["#####", "#...#", "+...+", "#...#", "#####"],
];

/// The cells of each template.
pub(crate) const AREAS: [i64; 3] = [18, 24, 9];

/// The graphs as grammars that are nothing but a start.
pub(crate) fn grammars() -> Vec<String> {
    let lines = |template: &&[&str]| template.iter().map(|l| format!("  \"{l}\"\n")).collect::<String>();
    let templates: String = TEMPLATES.iter().map(|t| format!("template Room\n{}", lines(t))).collect();
    let grammar = |start: &&str| {
        format!(
            "node Room\nnode Never\n{templates}start {start}\nrule none n:Never => n -- Never\nrun {{ try none }}\n"
        )
    };
    GRAPHS.iter().map(grammar).collect()
}
