//! Nouns with the features that agreement needs, and noun phrases made of them.

/// Grammatical gender in Portuguese.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gender {
    Masculine,
    Feminine,
}

/// How a noun takes number and articles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One, two, three.
    Count,
    /// No plural and no indefinite article: straw.
    Mass,
    /// Always plural: bones.
    Plural,
    /// A name: no article.
    Proper,
}

/// A noun in both languages, singular and plural.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Noun {
    pub(crate) english: [String; 2],
    pub(crate) portuguese: [String; 2],
    pub(crate) gender: Gender,
    /// In English and in Portuguese.
    pub(crate) form: [Form; 2],
    /// A person is he or she, anything else is it.
    pub(crate) person: bool,
    /// The verb of its usual posture: stand, lie, hang, burn, grow, run, open.
    pub(crate) posture: Posture,
}

/// How a thing is where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Posture {
    Stand,
    Lie,
    Hang,
    Burn,
    /// As light does.
    Fall,
    Grow,
    /// Along a wall or the floor, as rails do.
    Run,
    /// In a wall, as niches do.
    Open,
}

impl Posture {
    /// The verb in English and in Portuguese.
    pub(crate) fn verbs(self) -> [&'static str; 2] {
        match self {
            Posture::Stand => ["stand", "estar"],
            Posture::Lie => ["lie", "jazer"],
            Posture::Fall => ["fall", "descer"],
            Posture::Hang => ["hang", "pender"],
            Posture::Burn => ["burn", "arder"],
            Posture::Grow => ["grow", "crescer"],
            Posture::Run => ["run", "correr"],
            Posture::Open => ["open", "ficar"],
        }
    }
}

impl Noun {
    /// A countable noun.
    pub(crate) fn count(english: [&str; 2], portuguese: [&str; 2], gender: Gender) -> Noun {
        Noun {
            english: english.map(str::to_owned),
            portuguese: portuguese.map(str::to_owned),
            gender,
            form: [Form::Count; 2],
            person: false,
            posture: Posture::Stand,
        }
    }

    /// The name of a person.
    pub(crate) fn name(name: &str, gender: Gender) -> Noun {
        let form = [Form::Proper; 2];
        Noun { form, person: true, ..Noun::count([name; 2], [name; 2], gender) }
    }
}

/// A noun with a number, as a slot of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Np {
    pub(crate) noun: Noun,
    pub(crate) count: u32,
    /// Set in bold where it is first named?
    pub(crate) bold: bool,
    /// An adjective where it is named with an indefinite article: in English, and in the masculine
    /// singular in Portuguese.
    pub(crate) epithet: Option<super::Both>,
}

impl Np {
    pub(crate) fn new(noun: Noun, count: u32) -> Np {
        Np { noun, count, bold: false, epithet: None }
    }

    /// Does a verb agree with it in the plural? `language` is 0 for English, 1 for Portuguese.
    pub(crate) fn is_plural(&self, language: usize) -> bool {
        match self.noun.form[language] {
            Form::Count => self.count > 1,
            Form::Mass | Form::Proper => false,
            Form::Plural => true,
        }
    }

    /// The bare noun in its number.
    pub(crate) fn text(&self, language: usize) -> &str {
        let forms = if language == 0 { &self.noun.english } else { &self.noun.portuguese };
        &forms[usize::from(self.is_plural(language))]
    }
}
