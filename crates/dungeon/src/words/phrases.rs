//! The phrases of each language. `{this|that}` is a choice, `$name` a slot.

use mapkiln_maps::Language;

/// The phrases of a language.
pub(crate) struct Phrases {
    pub(crate) room_word: &'static str,
    pub(crate) and: &'static str,
    pub(crate) title: &'static str,
    pub(crate) past: &'static [&'static str],
    pub(crate) one_faction: &'static [&'static str],
    pub(crate) two_factions: &'static [&'static str],
    pub(crate) master: &'static [&'static str],
    pub(crate) key_lies: &'static [&'static str],
    pub(crate) size: &'static [&'static str],
    pub(crate) shapes: [&'static str; 6],
    pub(crate) light: &'static [&'static str],
    pub(crate) dark: &'static [&'static str],
    pub(crate) furniture: &'static [&'static str],
    pub(crate) sound: &'static [&'static str],
    pub(crate) smell: &'static [&'static str],
    pub(crate) features: [&'static [&'static str]; 4],
    pub(crate) enemies: &'static [&'static str],
    pub(crate) boss: &'static [&'static str],
    pub(crate) tactics: &'static [&'static str],
    pub(crate) treasure: &'static [&'static str],
    pub(crate) hidden: &'static [&'static str],
    pub(crate) trap: &'static [&'static str],
    pub(crate) trick: &'static [&'static str],
    pub(crate) rest: &'static [&'static str],
    pub(crate) empty: &'static [&'static str],
    pub(crate) each: &'static str,
    pub(crate) challenge: &'static str,
    pub(crate) worth: &'static str,
    pub(crate) damage: &'static str,
    pub(crate) no_damage: &'static str,
    pub(crate) keys: [&'static str; 10],
    /// From common to artifact.
    pub(crate) rarities: [&'static str; 6],
}

/// The phrases of a language.
pub(crate) fn phrases(language: Language) -> &'static Phrases {
    match language {
        Language::English => &ENGLISH,
        Language::Portuguese => &PORTUGUESE,
    }
}

static ENGLISH: Phrases = Phrases {
    room_word: "room",
    and: "and",
    title: "The $place $epithet",
    past: &[
        "{Long ago|In older days|Before anyone now living was born}, $past.",
        "{They say|The songs say|Old letters tell} that $past.",
    ],
    one_faction: &[
        "{Today|Now} $a {hold the place|have made it their own}.",
        "Whoever comes here must reckon with $a.",
    ],
    two_factions: &[
        "{Today|Now} $a and $b {share it without trust|watch each other across its halls|both claim it}.",
        "$a hold one half of it, $b the other, and neither is content.",
    ],
    master: &[
        "{All of them answer to|Behind them stands|Over them rules} the $boss in room $room.",
        "The $boss {waits|broods|keeps court} in room $room and {knows the place better than anyone|lets nobody leave}.",
    ],
    key_lies: &[
        "The $key is in room $room.",
        "Someone {left|hid|lost} the $key in room $room.",
        "Room $room holds the $key.",
    ],
    size: &[
        "{This|The} $kind {measures|is} $w by $h feet$shape.",
        "You {stand in|enter|look into} $akind{,|:} $w feet {wide|across} and $h {long|deep}$shape.",
        "$w by $h feet$shape, {this|the place} {was once|serves as|is} $akind.",
        "{Someone uses|They use} this space as $akind: $w by $h feet$shape.",
    ],
    shapes: [
        "",
        ", round as a well",
        ", with eight sides",
        ", laid out as a cross",
        ", bent around a corner",
        ", its walls rough and natural",
    ],
    light: &[
        "{Light comes from|It is lit by|There is light from} $light.",
        "{A little|An uneven|A restless} light comes from $light.",
        "{By the light of|In the glow of} $light, {shadows jump|every edge looks sharp|nothing keeps still}.",
    ],
    dark: &[
        "{It is dark|No light burns here|The darkness is complete}.",
        "{Without a light|Without a torch} {you see nothing|one sees no hand before the eyes}.",
        "{Darkness|Blackness} {fills|floods} {the place|every corner|the room} {up to the doors|from wall to wall}.",
    ],
    furniture: &[
        "{There are|You notice|You see|Around you are} $things.",
        "{Here stand|What catches the eye}: $things.",
        "{Among the dust|In the middle|Along the walls|Near the door} {you make out|are|one finds} $things.",
        "$things {are all that is left|make up the furniture|fill the space}.",
    ],
    sound: &[
        "{You hear|There is|The first thing you hear is} $sound.",
        "{From somewhere|Now and then|Every few breaths} comes $sound.",
        "{Listening at the wall brings|In the silence there is} $sound.",
        "$sound {breaks the silence|is all one hears|goes on without end}.",
    ],
    smell: &[
        "{The air|It|Everything} smells of $smell.",
        "{A smell|A whiff|A reek} of $smell {hangs in the air|meets you|lies over everything}.",
        "{One smells|You smell} $smell {before anything else|at once|with every breath}.",
        "{The draught|A breath of air} {brings|carries} $smell.",
    ],
    features: [
        &[
            "{Pillars|Stone pillars|Thick columns} {hold up the ceiling|stand in two rows|break the view}.",
            "{Two rows|A double line} of pillars {divide the floor|give cover|lead the eye to the far wall}.",
        ],
        &[
            "{Shallow|Black|Still|Cold} water {covers part of the floor|stands in a low place|reaches the ankles}.",
            "A {pool|sheet} of {dark|clear|green} water {fills a hollow|spreads over the slabs}.",
        ],
        &[
            "{An open pit|A hole|A shaft} {gapes in the floor|drops out of sight|has swallowed some slabs}.",
            "{Part of the floor has fallen away|The floor opens on a drop}.",
        ],
        &[
            "{Rubble|Loose stone|Broken masonry} {slows every step|lies in heaps|has fallen from the vault}.",
            "{Part of the ceiling|A piece of wall} has come down {in a heap|and been left where it lies}.",
        ],
    ],
    enemies: &[
        "$who {wait here|are on guard|are at rest|are at their meal|quarrel over spoils|search the place}: $xp XP.",
        "{In here|Here} {are|you meet|lurk|camp|watch} $who ($xp XP).",
        "{The room belongs to|This is the post of|Nothing passes without} $who, $xp XP {in all|together}.",
        "{Roused by noise|At the first light|When the door opens}, $who {rise|stand up|turn to fight}: $xp XP.",
    ],
    boss: &[
        "{Here rules|This is the seat of|Here, at the end of the way, is} $who: $xp XP.",
        "$who {await all who come this far|will not leave this room}: $xp XP.",
    ],
    tactics: &[
        "They {fight to the last|flee when half have fallen|call for help from the next room|try to take prisoners|fall back to the nearest door|know every corner here}.",
        "{If pressed|When things go badly|Once wounded}, they {bargain|bar the door|put out the light|beg|run for room $near|feign death}.",
        "{They expect someone from|They have quarrelled with those in|They carry news for} room $near.",
    ],
    treasure: &[
        "{Treasure|Of value|To be found here|The spoils}: $what.",
        "{Whoever looks finds|The hoard is|There is also|One of them guards} $what.",
        "{In plain sight|On a shelf|In a chest|Under a cloth} {is|lies} $what.",
    ],
    hidden: &[
        "{Hidden|Concealed|Well hidden} {behind a loose stone|under a slab|in a hollow|above the door} {is|lies} $what (DC $dc to find).",
        "{A search|A careful search|An hour of searching} (DC $dc) {turns up|brings to light|reveals} $what.",
    ],
    trap: &[
        "{Trap|Danger|Beware}: $name, DC $dc; {set off by|the trigger is} $trigger, and $effect ($damage).",
        "{A trap waits here|The place is trapped} with a $name (DC $dc): on $trigger, $effect ($damage).",
    ],
    trick: &[
        "{A strange thing|Something odd|One thing is strange here}: $trick.",
        "{Nobody knows why|It is said|The folk here have learned}: $trick.",
    ],
    rest: &[
        "{A party can rest here|This is a safe place to rest}: {nobody comes by|the others avoid it|its door can be wedged}.",
        "{Those who live here shun this place|Nothing hunts in here}, {so it is good for a short rest|and one can catch one's breath}.",
    ],
    empty: &[
        "{Nobody is here now|It is empty|Nothing stirs here}, but {someone left in haste|there are fresh tracks towards room $near|one hears what goes on in room $near}.",
        "{Signs of|Traces of} {a fight|a meal|a burial|a search} {lead towards|point to} room $near.",
    ],
    each: "each",
    challenge: "CR",
    worth: "$gold gp",
    damage: "$dice damage",
    no_damage: "no damage",
    keys: [
        "iron key",
        "brass key",
        "bone key",
        "silver key",
        "key with a wolf's head",
        "three-toothed key",
        "black key",
        "key on a red cord",
        "glass key",
        "key shaped like a fish",
    ],
    rarities: ["common", "uncommon", "rare", "very rare", "legendary", "artifact"],
};

static PORTUGUESE: Phrases = Phrases {
    room_word: "sala",
    and: "e",
    title: "$place $epithet",
    past: &[
        "{Há muito tempo|Em dias antigos|Antes que nascesse quem hoje vive}, $past.",
        "{Dizem|Cantam as canções|Contam cartas velhas} que $past.",
    ],
    one_faction: &["{Hoje|Agora} quem manda aqui: $a.", "Quem vem aqui tem de lidar com um só poder: $a."],
    two_factions: &[
        "{Hoje|Agora} $a e $b {dividem o lugar sem confiança|se vigiam de um salão a outro|disputam o lugar}.",
        "Metade do lugar está com $a, metade com $b, e ninguém está contente.",
    ],
    master: &[
        "{Todos obedecem a um só|Por trás de todos está um só|Acima de todos reina um só}: $boss, na sala $room.",
        "$boss {espera|medita|mantém sua corte} na sala $room e {conhece o lugar melhor que ninguém|não deixa ninguém sair}.",
    ],
    key_lies: &[
        "A $key está na sala $room.",
        "Alguém {deixou|escondeu|perdeu} a $key na sala $room.",
        "A sala $room guarda a $key.",
    ],
    size: &[
        "{Este espaço|Este lugar}, de $w por $h metros$shape, serve de $kind.",
        "{O lugar|O espaço} {serve de|faz as vezes de|já serviu de} $kind: $w por $h metros$shape.",
        "Espaço de $w por $h metros$shape, {usado como|que serve de} $kind.",
        "{Alguém usa|Usam} como $kind este espaço de $w por $h metros$shape.",
    ],
    shapes: [
        "",
        ", redondo como um poço",
        ", de oito lados",
        ", em forma de cruz",
        ", dobrado em ângulo",
        ", de paredes rudes e naturais",
    ],
    light: &[
        "{A luz vem de|O lugar é iluminado por|Há luz de} $light.",
        "{À luz de|Ao brilho de} $light, {as sombras saltam|toda aresta parece afiada|nada fica parado}.",
        "{Uma luz fraca|Uma luz incerta|Uma luz inquieta} vem de $light.",
    ],
    dark: &[
        "{Está escuro|Nenhuma luz arde aqui|A escuridão é completa}.",
        "{Sem luz|Sem tocha} {não se vê nada|não se vê a própria mão}.",
        "{A escuridão|O breu} {enche|inunda} {o lugar|cada canto|a sala} {até as portas|de parede a parede}.",
    ],
    furniture: &[
        "{Há|Notam-se|Veem-se|Em volta há} $things.",
        "{Aqui estão|O que chama a atenção}: $things.",
        "{Em meio ao pó|No meio|Ao longo das paredes|Perto da porta} {distinguem-se|há|encontram-se} $things.",
        "$things {são tudo o que restou|formam a mobília|enchem o espaço}.",
    ],
    sound: &[
        "{Ouve-se|Há|A primeira coisa que se ouve é} $sound.",
        "{De algum lugar|De vez em quando|A cada poucos instantes} vem $sound.",
        "{Quem encosta o ouvido na parede percebe|No silêncio há} $sound.",
        "$sound {quebra o silêncio|é tudo o que se ouve|não tem fim}.",
    ],
    smell: &[
        "{O ar|O lugar|Tudo} cheira a $smell.",
        "{Um cheiro|Um sopro|Um fedor} de $smell {paira no ar|vem ao encontro|cobre tudo}.",
        "{Sente-se|Percebe-se} cheiro de $smell {antes de tudo|de imediato|a cada respiração}.",
        "{A corrente de ar|Uma brisa} {traz|carrega} cheiro de $smell.",
    ],
    features: [
        &[
            "{Pilares|Pilares de pedra|Grossas colunas} {sustentam o teto|formam duas fileiras|cortam a vista}.",
            "{Duas fileiras|Uma linha dupla} de pilares {dividem o piso|dão cobertura|levam o olhar à parede do fundo}.",
        ],
        &[
            "{Água rasa|Água negra|Água parada|Água fria} {cobre parte do piso|repousa em uma baixada|chega aos tornozelos}.",
            "{Uma poça|Um lençol} de água {escura|clara|verde} {enche uma depressão|se espalha pelas lajes}.",
        ],
        &[
            "{Um fosso aberto|Um buraco|Um poço} {se abre no piso|some de vista|engoliu algumas lajes}.",
            "{Parte do piso desabou|O piso se abre sobre uma queda}.",
        ],
        &[
            "{Entulho|Pedra solta|Alvenaria quebrada} {atrasa cada passo|jaz em montes|caiu da abóbada}.",
            "{Parte do teto|Um pedaço da parede} veio abaixo {em um monte|e ficou onde caiu}.",
        ],
    ],
    enemies: &[
        "{Esperam aqui|Estão de guarda|Descansam aqui|Comem aqui|Disputam o butim|Revistam o lugar}: $who; $xp XP.",
        "{Aqui dentro|Aqui} {estão|encontram-se|espreitam|acampam|vigiam} $who ($xp XP).",
        "{A sala pertence a|Este é o posto de|Nada passa sem} $who, $xp XP {ao todo|no total}.",
        "{Ao primeiro ruído|À primeira luz|Quando a porta se abre}, $who {se erguem|se levantam|se viram para lutar}: $xp XP.",
    ],
    boss: &[
        "{Aqui reina|Esta é a sede de|Aqui, no fim do caminho, está} $who: $xp XP.",
        "$who {aguardam quem chega até aqui|não deixarão esta sala}: $xp XP.",
    ],
    tactics: &[
        "Eles {lutam até o fim|fogem quando metade caiu|chamam ajuda da sala vizinha|tentam fazer prisioneiros|recuam para a porta mais próxima|conhecem cada canto daqui}.",
        "{Se pressionados|Quando a coisa vai mal|Uma vez feridos}, eles {negociam|trancam a porta|apagam a luz|imploram|correm para a sala $near|fingem-se de mortos}.",
        "{Esperam alguém da|Brigaram com os da|Trazem notícias para a} sala $near.",
    ],
    treasure: &[
        "{Tesouro|De valor|Encontra-se aqui|O butim}: $what.",
        "{Quem procura encontra|O tesouro é|Há também|Um deles guarda} $what.",
        "{À vista de todos|Em uma prateleira|Em um baú|Sob um pano} {está|jaz} $what.",
    ],
    hidden: &[
        "{Escondido|Oculto|Bem escondido} {atrás de uma pedra solta|sob uma laje|em um vão|acima da porta} {está|jaz} $what (CD $dc para achar).",
        "{Uma busca|Uma busca cuidadosa|Uma hora de busca} (CD $dc) {traz à luz|revela|encontra} $what.",
    ],
    trap: &[
        "{Armadilha|Perigo|Cuidado}: $name, CD $dc; {o gatilho é|dispara com} $trigger, e $effect ($damage).",
        "{Uma armadilha espera aqui|O lugar tem armadilha}: $name (CD $dc); com $trigger, $effect ($damage).",
    ],
    trick: &[
        "{Uma coisa estranha|Algo curioso|Uma coisa é estranha aqui}: $trick.",
        "{Ninguém sabe por quê|Dizem|Quem vive aqui já aprendeu}: $trick.",
    ],
    rest: &[
        "{O grupo pode descansar aqui|Este é um lugar seguro para descansar}: {ninguém passa|os outros o evitam|a porta pode ser calçada}.",
        "{Quem vive aqui evita este lugar|Nada caça aqui dentro}, {bom para um descanso curto|e pode-se tomar fôlego}.",
    ],
    empty: &[
        "{Ninguém está aqui agora|Está vazio|Nada se move aqui}, mas {alguém saiu às pressas|há rastros frescos rumo à sala $near|ouve-se o que se passa na sala $near}.",
        "{Sinais de|Vestígios de} {uma luta|uma refeição|um enterro|uma busca} {levam à|apontam para a} sala $near.",
    ],
    each: "cada",
    challenge: "ND",
    worth: "$gold po",
    damage: "dano $dice",
    no_damage: "sem dano",
    keys: [
        "chave de ferro",
        "chave de latão",
        "chave de osso",
        "chave de prata",
        "chave com cabeça de lobo",
        "chave de três dentes",
        "chave negra",
        "chave em cordão vermelho",
        "chave de vidro",
        "chave em forma de peixe",
    ],
    rarities: ["comum", "incomum", "raro", "muito raro", "lendário", "artefato"],
};
