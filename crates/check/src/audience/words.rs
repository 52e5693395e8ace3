//! No text of the game master's stands in the bytes that players get.

use super::secrets::Secrets;
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(against) = case.subject.against.filter(|against| against.players) else { return };
    let language = look.language;
    let parts = case.readable();
    if parts.is_empty() {
        look.skip(say!(language, "there are no bytes to look at", "não há bytes para examinar"));
        return;
    }
    let secrets = Secrets::of(against);
    look.saw(secrets.count());
    for (member, bytes) in parts {
        for (text, at) in secrets.find(&bytes) {
            let short: String = text.chars().take(60).collect();
            let place = if member.is_empty() { Place::whole() } else { Place::field(member.clone()) };
            look.error(
                place,
                say!(
                    language,
                    "players can read a secret text at byte {at}: {short:?}",
                    "os jogadores podem ler um texto secreto no byte {at}: {short:?}"
                ),
            );
        }
    }
}
