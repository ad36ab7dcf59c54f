//! How headings are called in the census files of brokers, payroll programs and X12 exports, and which field they mean.
//!
//! A heading is compared by its key: letters and digits only, without case, accents and bracketed remarks.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::field::Field;
use super::owners::owned;
use crate::text::fold;

/// The headings known for each field as keys, the surest first: of two columns for one field the surer one gets it.
const SYNONYMS: &[(Field, &str)] = &[
    (
        Field::GroupId,
        "groupid groupnumber groupno groupnum employergroupid employergroupnumber employergroup employerid \
         groupcode group companyid companycode companynumber clientid clientnumber clientcode groupnbr \
         employernumber employerno",
    ),
    (
        Field::UniqueId,
        "uniqueid employerprovidedid employeeid empid emplid eeid employeenumber employeeno employeenum empno \
         empnum empnumber eeno eenumber employeecode empcode workerid personnelnumber personnelno personnelid associateid personid personnumber staffid \
         staffnumber payrollid payrollnumber payrollno fileno filenumber badgenumber badge clocknumber hrid uid \
         uniqueidentifier uniquememberid participantid externalid id idnumber idno memberid membernumber memberno \
         memid mbrid subscriberid subscribernumber subid subnumber subno insuredid employeenbr empnbr eenbr membernbr \
          employeeidnumber memberidnumber payrollnbr certificatenumber certificateno certnumber certno",
    ),
    (
        Field::MemberType,
        "membertype persontype insuredtype enrolleetype participanttype eedep eeordep empdep typeofmember employeeordependent \
         employeedependent primarydependent primaryordependent subscriberdependent subscriberordependent subdep subordep \
         memberrole eedependent memtype mbrtype mbrtyp",
    ),
    (
        Field::FirstName,
        "firstname first fname firstnm givenname given forename namefirst fstname frstname legalfirstname \
         firstnamemi firstnamemiddleinitial firstnameandmi firstmi firstnamelegal frstnm firstgivenname \
         givennames namegiven namefirstname namefirstmi namegivenname fullnamefirst preferredfirstname",
    ),
    (
        Field::LastName,
        "lastname last lname lastnm surname familyname namelast legallastname lastnamesuffix lastnameandsuffix \
         lastnamelegal lastnamesurname surnamelastname familynamelastname lastorfamilyname namesurname \
         namelastname namefamily namefamilyname fullnamelast",
    ),
    (
        Field::Gender,
        "gender sex gendercode sexcode gendermf mf sexmf gendersex sexgender legalsex sexassignedatbirth birthsex \
         gndr sexcd gendercd genderatbirth",
    ),
    (
        Field::DateOfBirth,
        "dateofbirth dob birthdate birthday birthdt dtbirth bdate bday dtofbirth dateborn born birth dobdate \
         dateofbirthdob birthdateofbirth datebirth dobdt birthdatedob dateofbirthdt dobbirthdate",
    ),
    (
        Field::Email,
        "email emailaddress emailaddr emailid primaryemail preferredemail contactemail personalemail homeemail \
         workemail businessemail emailpersonal emailhome emailwork primaryemailaddress personalemailaddress \
         homeemailaddress workemailaddress eml emailadd emailaddresspersonal emailaddresswork emailprimary emailprimaryhome \
         emailprimarywork",
    ),
    (
        Field::CellPhone,
        "cellphone cellphonenumber cellph mobileph mobilephone mobilephonenumber mobile cell cellular cellularphone mobilenumber \
         mobileno cellnumber cellno phonecell phonemobile telcell telmobile mobilecell cellmobile phone \
         phonenumber phoneno telephone telephonenumber telephoneno tel telno primaryphone primaryphonenumber \
         preferredphone contactphone contactnumber contactphonenumber personalphone phone1 phonenumber1 dayphone \
         daytimephone phonenbr cellphonenbr mobilephonenbr cellphoneno mobilephoneno cellmobilephone \
         mobilecellphone telnumber personalmobile personalmobilephone mobilepersonal personalcell personalcellphone \
         mainphone phonehomemobile homemobile homemobilephone",
    ),
    (
        Field::HomePhone,
        "homephone homephonenumber homeph homenumber hometelephone hometelephonenumber homephoneno phonehome telhome home landline \
         phone2 phonenumber2 secondaryphone secondaryphonenumber alternatephone altphone otherphone eveningphone \
         homephonenbr phonehomenumber hometel hometelno hometelnumber resphone residencephone",
    ),
    (
        Field::AddressLine1,
        "addressline1 address1 addr1 streetaddress1 streetaddress street1 street address addr homeaddress1 \
         homeaddressline1 homeaddress homestreet homestreet1 homestreetaddress mailingaddress1 mailingaddressline1 \
         mailingaddress residenceaddress residentialaddress residenceaddress1 permanentaddress streetline1 \
         addressstreet line1 addressline primaryaddress primaryaddress1 primaryaddressline1 add1 addrln1 \
         addrline1 addressln1 homeaddressstreet addressstreet1 addresslineone addressone streetaddressline1 \
         mailaddress1 mailaddr1",
    ),
    (
        Field::AddressLine2,
        "addressline2 address2 addr2 streetaddress2 street2 homestreet2 homeaddress2 homeaddressline2 mailingaddress2 \
         mailingaddressline2 residenceaddress2 primaryaddress2 primaryaddressline2 streetline2 line2 add2 apt \
         apartment aptnumber aptno aptsuite aptunit aptsuiteunit apartmentnumber apartmentsuite suite unit \
         unitnumber addrln2 addrline2 addressln2 addresslinetwo addresstwo aptorsuite aptsteunit unitapt \
         streetaddressline2 mailaddress2 mailaddr2",
    ),
    (
        Field::City,
        "city cityname town citytown homecity mailingcity residencecity primarycity municipality citynm addresscity \
         homeaddresscity mailcity",
    ),
    (
        Field::State,
        "state statecode stcd stateabbreviation stateabbr stateprovince stateterritory homestate homestatecode \
         mailingstate residencestate stateofresidence primarystate usstate st statecd stprov stateprov \
         stateregion provincestate addressstate addressstateprovince homeaddressstate homeaddressstateprovince \
         stateterritorycode mailstate",
    ),
    (
        Field::ZipCode,
        "zipcode zip zip5 zipcode5 postalcode postcode postal zippostal zippostalcode zippostcode postalzip \
         homezip homezipcode homepostalcode mailingzip mailingzipcode residencezip residencezipcode primaryzip \
         primaryzipcode zip4 zipplus4 zip9 zipcd zippostalcd addresspostalcode \
         addresszip addresszipcode homeaddresspostalcode homeaddresszip homeaddresszipcode mailzip mailzipcode",
    ),
    (
        Field::OtherMemberId,
        "othermemberid othermembernumber otherid othernumber alternateid altid alternatememberid altmemberid \
         secondaryid secondarymemberid carriermemberid carrierid medicalid insuranceid",
    ),
    (Field::PlanName, "planname plan plantype membershipplan membershiptype"),
    (Field::PricingGroupCode, "pricinggroupcode pricinggroup pricingcode pricegroupcode pricegroup pricecode"),
    (
        Field::BillingReferenceId,
        "billingreferenceid billingreference billingref billingrefid billingreferencenumber billingcode billcode \
         billingid billref billreference referenceid reference referencenumber",
    ),
    (
        Field::Status,
        "status memberstatus statuscode activestatus activeinactive actterm ai active enrollmentstatus coveragestatus \
         eligibilitystatus employmentstatus employeestatus empstatus eestatus statuscd memstatus isactive \
         currentlyactive activeflag activeindicator activeind activeyn activeyesno activeemployee activemember \
         isactiveemployee activeterminated activeterm enabled isenabled inactive isinactive inactiveflag inactiveyn \
         isterminated termed terminatedflag terminatedyn empstat employmentstat positionstatus workerstatus",
    ),
    (
        Field::FamilyId,
        "familyid familynumber familyno familycode familykey family famid famno famnumber fam householdid household \
         householdnumber familynbr familygroup",
    ),
    (
        Field::Relationship,
        "relationship relationshipcode relationshiptype relationshiptosubscriber relationshiptoemployee \
         relationshiptoinsured relationshiptomember relationshiptoprimary subscriberrelationship relation \
         relationcode relationtosubscriber relationtoemployee relationtoinsured relcode reltoee reltoemp \
         reltosubscriber individualrelationshipcode dependentrelationship deprelationship deprel dependenttype ins02 rel \
         reln relat rltn eespch relationshipcd relcd relationshiptoee relationshiptosub relationtoee \
         relationshiptopolicyholder",
    ),
    (
        Field::Ssn,
        "subscriberssn employeessn eessn primaryssn insuredssn ssn socialsecuritynumber socialsecurityno \
         socialsecuritynum socialsecurity ssnumber ssno ssnnumber ss socsecno socsecnumber socsec ssnitin ssntaxid ssnnbr \
         socialsecuritynbr socsecnbr sssn",
    ),
    (
        Field::FullName,
        "fullname employeename employeefullname name membername nameofemployee lastnamefirstname lastfirst \
         lastnamefirst namelastfirst lastfirstname lastfirstmi lastfirstmiddle lastnamefirstnamemi lastnamefirstnamemiddle \
         lastnamefirstnamemiddleinitial lastnamefirstnamemiddlename lastnamefirstmi namelastfirstmi namelastfirstmiddle surnamefirstname \
         employeenamelastfirst employeenamelastfirstmi employeelastfirst employeelastfirstmi employeelastnamefirstname \
         membernamelastfirst membernamelastfirstmi fullnamelastfirst fullnamelastfirstmi firstnamelastname firstlast namefirstlast participantname subscribername \
         insuredname empname eename legalname fulllegalname legalfullname staffname employeesname employeelegalname \
         eefullname empfullname memberfullname personname associatename workername enrolleename dependentname employee member participant \
         subscriber insured payrollname",
    ),
    (
        Field::MiddleName,
        "middlename middle mname middleinitial midinit midinitial mi minit midname middlenm middleinit middlenames secondname namemiddle \
         middlenameinitial middlenameorinitial namemi namemiddlename namemiddleinitial",
    ),
    (Field::Suffix, "suffix namesuffix sfx suffixname generation generationcode namesfx jrsr jrsriii generationsuffix"),
];

/// Words before a heading that say whose it is and nothing else.
const OWNERS: &[&str] = &[
    "employee",
    "emp",
    "ee",
    "member",
    "mbr",
    "mem",
    "subscriber",
    "insured",
    "participant",
    "person",
    "primary",
    "patient",
    "associate",
    "worker",
    "enrollee",
    "policyholder",
    "legal",
    "current",
];

/// Those of them who may be another person than the one of the row: a member's own e-mail address goes before a subscriber's.
pub(super) const EMPLOYEES: &[&str] =
    &["employee", "emp", "ee", "subscriber", "insured", "associate", "worker", "policyholder"];

/// Words behind a heading that say how its values are written.
const FORMATS: &[&str] =
    &["mmddyyyy", "mmddyy", "mdyyyy", "yyyymmdd", "ddmmyyyy", "required", "optional", "ifapplicable", "10digits"];

/// Parts of a record that programs write before their headings: `Home Address: City`, `Personal Contact: Personal Mobile`.
const PARTS: &[&str] = &[
    "homeaddress",
    "primaryaddress",
    "primaryhomeaddress",
    "legaladdress",
    "legalpreferredaddress",
    "mailingaddress",
    "permanentaddress",
    "residentialaddress",
    "personalcontact",
    "homecontact",
    "workcontact",
    "addr",
    "res",
    "residence",
    "perm",
];

/// What stands in such a part.
const IN_PARTS: &[Field] = &[
    Field::Email,
    Field::CellPhone,
    Field::HomePhone,
    Field::AddressLine1,
    Field::AddressLine2,
    Field::City,
    Field::State,
    Field::ZipCode,
];

static BY_KEY: LazyLock<HashMap<&'static str, (Field, u16)>> = LazyLock::new(|| {
    let keys = SYNONYMS
        .iter()
        .flat_map(|(field, keys)| keys.split_whitespace().enumerate().map(|(rank, key)| (key, (*field, rank as u16))));
    keys.collect()
});

/// The key of a heading: what of it is compared and remembered for a group.
///
/// Letters and digits of the folded text; `#` is read as number, and remarks in brackets are left out, unless they tell which part of
/// a name it is.
pub fn heading_key(heading: &str) -> String {
    let folded = fold(heading).replace('#', "number");
    let outside = letters_outside_brackets(&folded);
    let is_bracketed = folded.contains(['(', '[', '{']);
    if !is_bracketed && !outside.is_empty() {
        return outside;
    }
    let letters: String = folded.chars().filter(|c| c.is_alphanumeric()).collect();
    if outside.is_empty() || is_part_of_name(&outside, &letters) { letters } else { outside }
}

/// Whether what stands in brackets behind a whole name makes it a part of one: `Name (Last)`, `Employee Name (First)`.
fn is_part_of_name(outside: &str, letters: &str) -> bool {
    const PARTS: [Field; 4] = [Field::FirstName, Field::LastName, Field::MiddleName, Field::Suffix];
    let is_part = |field: Field| PARTS.contains(&field);
    let may_be_whole = recognise(outside).is_none_or(|(field, _)| field == Field::FullName);
    may_be_whole
        && letters.starts_with(outside)
        && (recognise(letters).is_some_and(|(field, _)| is_part(field))
            || owned(letters).is_some_and(|(_, field, _)| is_part(field)))
}

fn letters_outside_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::new();
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            c if depth == 0 && c.is_alphanumeric() => kept.push(c),
            _ => {}
        }
    }
    kept
}

/// The field a key means and how sure that is (0 surest), also behind words such as Employee and before MM/DD/YYYY.
pub fn recognise(key: &str) -> Option<(Field, u16)> {
    if let Some(known) = BY_KEY.get(key) {
        return Some(*known);
    }
    let bare = FORMATS.iter().find_map(|format| key.strip_suffix(format)).unwrap_or(key);
    if let Some(known) = BY_KEY.get(bare) {
        return Some(*known);
    }
    if let Some((field, rank)) = PARTS.iter().find_map(|part| BY_KEY.get(bare.strip_prefix(part)?)) {
        // The phone of a work contact is nobody's own.
        let is_his_own = *field == Field::Email || !bare.starts_with("work");
        return (IN_PARTS.contains(field) && is_his_own).then_some((*field, rank + 50));
    }
    // "Employee" alone is a name, and a name that hides behind an owner is one too; both stand in the table.
    OWNERS.iter().filter_map(|owner| Some((owner, bare.strip_prefix(owner)?))).find_map(|(owner, rest)| {
        let (field, rank) = *BY_KEY.get(rest)?;
        let less_sure = if EMPLOYEES.contains(owner) { 200 } else { 100 };
        (field != Field::FullName).then_some((field, rank + less_sure))
    })
}

/// The key without the word before it that says whose it is.
pub(super) fn without_owner(key: &str) -> &str {
    OWNERS.iter().find_map(|owner| key.strip_prefix(owner)).unwrap_or(key)
}

/// The field that takes a second column of a key whose first choice is taken (a second phone is the home phone).
pub fn second_choice(field: Field, key: &str) -> Option<Field> {
    match (field, key) {
        (Field::CellPhone, _) => Some(Field::HomePhone),
        (Field::UniqueId, "subscriberid" | "subscribernumber" | "subid" | "subnumber" | "subno" | "insuredid") => {
            Some(Field::FamilyId)
        }
        (Field::UniqueId, "memberid" | "membernumber" | "memberno" | "memid" | "mbrid") => Some(Field::OtherMemberId),
        _ => None,
    }
}

/// Whether a heading says that its dates are written day first.
pub fn says_day_first(heading: &str) -> bool {
    let letters: String = fold(heading).chars().filter(|c| c.is_alphanumeric()).collect();
    letters.contains("ddmmyy")
}

/// Whether a heading of whole names says that the last name comes first.
pub(super) fn says_last_first(heading: &str) -> bool {
    const ORDERS: [&str; 7] =
        ["lastfirst", "lastnamefirst", "surnamefirst", "familynamefirst", "lastgiven", "lastnamegiven", "surnamegiven"];
    let letters: String = fold(heading).chars().filter(|c| c.is_alphanumeric()).collect();
    ORDERS.iter().any(|order| letters.contains(order))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(heading: &str) -> Option<Field> {
        recognise(&heading_key(heading)).map(|(field, _)| field)
    }

    #[test]
    fn no_key_stands_for_two_fields() {
        let keys: usize = SYNONYMS.iter().map(|(_, keys)| keys.split_whitespace().count()).sum();
        assert_eq!(BY_KEY.len(), keys);
        for key in BY_KEY.keys() {
            assert_eq!(heading_key(key), *key);
        }
    }

    #[test]
    fn every_field_is_known_by_its_own_name() {
        for wanted in Field::ALL {
            assert_eq!(field(wanted.name()), Some(wanted));
            assert_eq!(field(&wanted.label().to_uppercase()), Some(wanted));
        }
    }

    #[test]
    fn headings_of_all_sorts_are_recognised() {
        for (heading, wanted) in [
            ("First Name *", Some(Field::FirstName)),
            ("EMPLOYEE_FIRST_NAME", Some(Field::FirstName)),
            ("EE Last", Some(Field::LastName)),
            ("Date\u{a0}of\u{a0}Birth (MM/DD/YYYY)", Some(Field::DateOfBirth)),
            ("DOB mm/dd/yyyy", Some(Field::DateOfBirth)),
            ("Birth\nDate", Some(Field::DateOfBirth)),
            ("Emp No", Some(Field::UniqueId)),
            ("Employee #", Some(Field::UniqueId)),
            ("SS#", Some(Field::Ssn)),
            ("REL CODE", Some(Field::Relationship)),
            ("subscriber_relationship", Some(Field::Relationship)),
            ("Relationship to Employee", Some(Field::Relationship)),
            ("Member Gender", Some(Field::Gender)),
            ("Employee Home Zip", Some(Field::ZipCode)),
            ("Name (Last, First)", Some(Field::FullName)),
            ("Last Name, First Name", Some(Field::FullName)),
            ("Employee", Some(Field::FullName)),
            ("Emp Name", Some(Field::FullName)),
            ("EE Name", Some(Field::FullName)),
            ("Legal Name", Some(Field::FullName)),
            ("Full Legal Name", Some(Field::FullName)),
            ("Staff Name", Some(Field::FullName)),
            ("Employee's Name", Some(Field::FullName)),
            ("City, State Zip", None),
            ("Home street 1", Some(Field::AddressLine1)),
            ("Home street 2", Some(Field::AddressLine2)),
            ("Phone - Home Mobile", Some(Field::CellPhone)),
            ("Marital Status", None),
            ("Hire Date", None),
            ("Annual Salary", None),
            ("Coverage Tier", None),
            ("Middle Initial", Some(Field::MiddleName)),
            ("Employee Name Suffix", Some(Field::Suffix)),
            ("PAYROLL NAME", Some(Field::FullName)),
            ("Legal Name - First Name", Some(Field::FirstName)),
            ("Legal Name - Last Name", Some(Field::LastName)),
            ("Legal Name - Middle Name", Some(Field::MiddleName)),
            ("Preferred Name - First Name", None),
            ("Address - Line 1", Some(Field::AddressLine1)),
            ("Address - City", Some(Field::City)),
            ("Address - State", Some(Field::State)),
            ("Address - State/Province", Some(Field::State)),
            ("Address - Postal Code", Some(Field::ZipCode)),
            ("Primary Home Address - City", Some(Field::City)),
            ("Email - Primary Work", Some(Field::Email)),
            ("Email - Primary Home", Some(Field::Email)),
            ("Work Email", Some(Field::Email)),
            ("Home Address: Street Address Line 1", Some(Field::AddressLine1)),
            ("Primary Address: State / Territory Code", Some(Field::State)),
            ("Legal / Preferred Address: Zip / Postal Code", Some(Field::ZipCode)),
            ("Home address street 2", Some(Field::AddressLine2)),
            ("Personal Contact: Personal Mobile", Some(Field::CellPhone)),
            ("Work Contact: Work Email", Some(Field::Email)),
            ("Work Contact: Phone", None),
            ("AddrState", Some(Field::State)),
            ("Res Zip", Some(Field::ZipCode)),
            ("Res Phone", Some(Field::HomePhone)),
            ("Perm Address 1", Some(Field::AddressLine1)),
            ("MAIL_CITY", Some(Field::City)),
            ("Mail Address", None),
            ("Mbr Type", Some(Field::MemberType)),
            ("Cert #", Some(Field::UniqueId)),
            ("Fam", Some(Field::FamilyId)),
            ("Fam ID", Some(Field::FamilyId)),
            ("Fam #", Some(Field::FamilyId)),
            ("Family No", Some(Field::FamilyId)),
            ("Home Ph", Some(Field::HomePhone)),
            ("Home Number", Some(Field::HomePhone)),
            ("Cell Ph", Some(Field::CellPhone)),
            ("St Cd", Some(Field::State)),
            ("Cty", None),
            ("Personnel Number", Some(Field::UniqueId)),
            ("Emp Code", Some(Field::UniqueId)),
            ("Sub ID", Some(Field::UniqueId)),
            ("Dep Rel", Some(Field::Relationship)),
            ("Dep Code", None),
            ("A/I", Some(Field::Status)),
            ("Termed", Some(Field::Status)),
            ("Act/Term", Some(Field::Status)),
            ("Emp/Dep", Some(Field::MemberType)),
            ("Type of Member", Some(Field::MemberType)),
            ("Mid Init", Some(Field::MiddleName)),
            ("DtBirth", Some(Field::DateOfBirth)),
            ("SSN/Tax ID", Some(Field::Ssn)),
            ("Generation Suffix", Some(Field::Suffix)),
            ("Main Phone", Some(Field::CellPhone)),
            ("Position Status", Some(Field::Status)),
            ("TEL #", Some(Field::CellPhone)),
            ("Home Tel", Some(Field::HomePhone)),
            ("Work Tel", None),
            ("Province/State", Some(Field::State)),
            ("EMP_STAT", Some(Field::Status)),
            ("Marital Stat", None),
            ("Type", None),
            ("Spouse First Name", None),
            ("Work Phone", None),
            ("", None),
        ] {
            assert_eq!(field(heading), wanted, "{heading:?}");
        }
    }

    #[test]
    fn a_heading_of_names_tells_which_comes_first() {
        for heading in [
            "Name (Last, First)",
            "Name (Last First)",
            "Last Name First Name",
            "Name: Last, First",
            "Name - Last First",
            "Employee Name (Last First MI)",
            "Employee Name: Last, First",
            "Last First Name",
            "LAST NAME, FIRST NAME MI",
        ] {
            assert_eq!((field(heading), says_last_first(heading)), (Some(Field::FullName), true), "{heading}");
        }
        for heading in ["Name", "Employee Name", "Name (First Last)", "First Name Last Name", "Full Name"] {
            assert_eq!((field(heading), says_last_first(heading)), (Some(Field::FullName), false), "{heading}");
        }
    }

    #[test]
    fn only_a_heading_that_says_so_is_day_first() {
        assert!(says_day_first("DOB (DD/MM/YYYY)"));
        assert!(says_day_first("Birth date dd.mm.yy"));
        assert!(!says_day_first("DOB (MM/DD/YYYY)"));
        assert!(!says_day_first("Date of Birth"));
    }
}
