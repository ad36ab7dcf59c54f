//! Invented names and places for the demonstration. None is a real person's, group's or broker's.

/// First names, the frequent ones first.
pub const FIRST_NAMES: &[&str] = &[
    "Maren",
    "Joel",
    "Priya",
    "Desmond",
    "Ines",
    "Tobias",
    "Farah",
    "Bram",
    "Rosalind",
    "Gideon",
    "Zora",
    "Nils",
    "Celia",
    "Kira",
    "Ulric",
    "Imogen",
    "Jonah",
    "Mirela",
    "Quentin",
    "Thea",
    "Yusuf",
    "Petra",
    "Leopold",
    "Elin",
    "Soren",
    "Wilhelmina",
    "Avery",
    "Calla",
    "Lucian",
    "Juno",
    "Hollis",
    "Noor",
    "Silas",
    "Dalia",
    "Marek",
    "Yara",
    "Ulla",
    "Tamsin",
    "Rafael",
    "Odette",
    "Hamish",
    "Lupe",
    "Corazon",
    "Anselm",
    "Bettina",
    "Casimir",
    "Dorothea",
    "Emeric",
    "Freya",
    "Gaspard",
    "Halima",
    "Ignace",
    "Jarmila",
    "Kwame",
    "Ludmila",
    "Milan",
    "Niamh",
    "Osric",
    "Paloma",
    "Ravi",
    "Saoirse",
    "Teodor",
    "Ursula",
    "Viggo",
    "Winifred",
    "Xenia",
    "Yannick",
    "Zelda",
    "Åse",
    "José",
];

/// Last names, the frequent ones first.
pub const LAST_NAMES: &[&str] = &[
    "Abernathy",
    "Bellweather",
    "Castellan",
    "Dunmore",
    "Eastlake",
    "Farrowby",
    "Galloway",
    "Hartigan",
    "Imbert",
    "Jarreau",
    "Kestler",
    "Lindahl",
    "Marchetti",
    "Norwood",
    "Okonjo",
    "Pellerin",
    "Quillen",
    "Rosavik",
    "Saltmarsh",
    "Tamura",
    "Underhay",
    "Varga",
    "Wexford",
    "Yarrow",
    "Zavala",
    "Ashgrove",
    "Birkholm",
    "Cardew",
    "Delacour",
    "Eriksson",
    "Fairbanks",
    "Greenleaf",
    "Holloway",
    "Iverness",
    "Jessop",
    "Kingsbury",
    "Loxley",
    "Moorcroft",
    "Nakagawa",
    "Oakhurst",
    "Prewitt",
    "Quarrington",
    "Ravenel",
    "Stanhope",
    "Thistlewood",
    "Upchurch",
    "Vandermeer",
    "Westbrook",
    "Yates-Moreno",
    "Zielinski",
    "Achterberg",
    "Brandvold",
    "Coldwater",
    "Dabrowska",
    "Featherstone",
    "Grantham",
    "Jankowski",
    "Langstroth",
    "Rothwell",
    "Takahata",
    "Trevelyan",
    "Muñoz",
    "O'Rourke",
    "St. Germain",
];

/// Streets.
pub const STREETS: &[&str] = &[
    "Quarry Ln",
    "Millrace Rd",
    "Orchard Ct",
    "Tern Ave",
    "Foundry St",
    "Lantern Way",
    "Brookside Dr",
    "Hollis Pl",
    "Almanac St",
    "Harbor View Rd",
    "Chandler St",
    "Juniper Ct",
];

/// City, state and ZIP code.
pub const PLACES: &[(&str, &str, &str)] = &[
    ("Tampa", "FL", "33605"),
    ("Macon", "GA", "31201"),
    ("Lakeland", "FL", "33801"),
    ("Ocala", "FL", "34470"),
    ("Dayton", "OH", "45402"),
    ("Columbus", "OH", "43215"),
    ("Savannah", "GA", "31401"),
    ("Mobile", "AL", "36602"),
    ("Asheville", "NC", "28801"),
    ("Brandon", "FL", "33510"),
];

/// Brokers.
pub const BROKERS: &[&str] =
    &["Juniper Benefit Advisors", "Meridian Benefits", "Coastal Plan Partners", "Redwood Brokerage"];

/// Who is paid beside the first broker.
pub const AGENCY: &str = "Keystone General Agency";

/// All who are paid commissions: the accounting systems know them as vendors.
pub const PAYEES: &[&str] = &[BROKERS[0], BROKERS[1], BROKERS[2], BROKERS[3], AGENCY];

/// Employer groups with the share of all members each has, in thousandths.
pub const GROUPS: &[(&str, u64)] = &[
    ("Harborline Logistics", 137),
    ("Bluefern Dental Partners", 310),
    ("Brightwater Marina Group", 105),
    ("Cedar & Pike Builders", 118),
    ("Copperline Electric Co-op", 42),
    ("Dovetail Cabinet Works", 18),
    ("Eastmere Public Library", 56),
    ("Foxglove Home Health", 92),
    ("Granite Peak Outfitters", 34),
    ("Ironbridge Foundry Co.", 48),
    ("Kestrel Freight", 28),
    ("Tidewater Charter School", 12),
];

/// Where the contacts of a group work: who is in charge of people, of bills, and of anything else.
pub const DEPARTMENTS: &[&str] = &["Human Resources", "Accounting", "Office"];

/// What staff write down of a group.
pub const NOTES: &[&str] = &[
    "Asked how dependents are billed. Explained that only employees count for the monthly fee; they will tell their staff.",
    "Open enrollment runs through the second week of November. Expect one large census file and few small ones after it.",
    "Prefers one summary by e-mail over several calls. Copy accounting on everything about invoices.",
    "Went through the July invoice line by line; the credit is for two people who left in May.",
    "New payroll vendor from next quarter on. The columns of the census file will change.",
    "Renewal talked through on the phone. They stay with the present rates and want the offer in writing.",
];

/// What everybody who opens a group has to know.
pub const ALERTS: &[&str] = &[
    "Census files come from the payroll vendor only. Do not take one from anybody else.",
    "Renewal is being negotiated. Ask before any rate is changed.",
    "Invoices go to the parent company until the end of the year; see the billing address.",
];

/// What groups may carry.
pub const BENEFIT_SERVICES: &[&str] = &[
    "Behavioral Health",
    "Dermatology",
    "Nutrition Coaching",
    "Second Opinion",
    "Virtual Primary Care",
    "Virtual Urgent Care",
];

/// Insurance plans of patients, the frequent ones first.
pub const INSURANCE_PLANS: &[&str] = &["Harbor PPO 1500", "Harbor HDHP 3000", "Lantern EPO", "Waived"];

/// How patients heard of the service.
pub const SOURCES: &[&str] = &["Employer", "Mobile App", "ID Card", "Website", "Friend or Family"];

/// How patients reach it.
pub const ACCESS: &[&str] = &["Video", "Telephone", "Secure Message"];

/// Where patients would have gone.
pub const ALTERNATIVES: &[&str] =
    &["Urgent Care", "Primary Care", "Nowhere", "Emergency Room", "Retail Clinic", "Specialist"];

/// What patients come with, the frequent first, and what is prescribed for it.
pub const COMPLAINTS: &[(&str, &[&str])] = &[
    ("Acute sinusitis", &["Amoxicillin"]),
    ("Acute upper respiratory infection", &["Benzonatate"]),
    ("Urinary tract infection", &["Nitrofurantoin"]),
    ("Allergic rhinitis", &["Fluticasone"]),
    ("Conjunctivitis", &["Erythromycin ointment"]),
    ("Acute pharyngitis", &["Penicillin V"]),
    ("Contact dermatitis", &["Triamcinolone"]),
    ("Low back pain", &["Naproxen"]),
    ("Anxiety", &[]),
    ("Otitis media", &["Amoxicillin"]),
    ("Migraine", &["Sumatriptan"]),
    ("Gastroenteritis", &["Ondansetron"]),
];
