//! The words that headings are made of.

use crate::census::field::Field;

/// The headings known for each field as keys, the surest first: of two columns for one field the surer one gets it.
pub(in crate::census) const SYNONYMS: &[(Field, &str)] = &[
    (
        Field::GroupId,
        "groupid groupnumber groupno groupnum employergroupid employergroupnumber employergroup employerid \
         groupcode group companyid companycode companynumber clientid clientnumber clientcode groupnbr \
         employernumber employerno",
    ),
    (
        Field::UniqueId,
        "uniqueid employerprovidedid employeeid empid emplid eeid employeenumber employeeno employeenum empno \
         empnum empnumber eeno eenumber workerid personnelnumber personnelno personnelid associateid personid personnumber staffid \
         staffnumber payrollid payrollnumber payrollno fileno filenumber badgenumber badge clocknumber hrid uid \
         uniqueidentifier uniquememberid participantid externalid id idnumber idno memberid membernumber memberno \
         memid mbrid subscriberid subscribernumber subid subnumber subno insuredid employeenbr empnbr eenbr membernbr \
          employeeidnumber memberidnumber payrollnbr certificatenumber certificateno certnumber certno associatenumber associateno workernumber workerno persno employeeidentificationnumber badgeno clockno cardholderid cardholdernumber \
         employeecode empcode eecode",
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
         givennames namegiven namefirstname namefirstmi namegivenname fullnamefirst preferredfirstname firstnameinitial firstandmiddlename nm104 individualfirstname",
    ),
    (
        Field::LastName,
        "lastname last lname lastnm surname familyname namelast legallastname lastnamesuffix lastnameandsuffix \
         lastnamelegal lastnamesurname surnamelastname familynamelastname lastorfamilyname namesurname \
         namelastname namefamily namefamilyname fullnamelast nm103 individuallastname",
    ),
    (
        Field::Gender,
        "gender sex gendercode sexcode gendermf mf sexmf gendersex sexgender legalsex sexassignedatbirth birthsex \
         gndr sexcd gendercd genderatbirth genderdescription genderdesc genderlegal sexatbirth malefemale dmg03",
    ),
    (
        Field::DateOfBirth,
        "dateofbirth dob birthdate birthday birthdt dtbirth bdate bday dtofbirth dateborn born birth dobdate \
         dateofbirthdob birthdateofbirth datebirth dobdt birthdatedob dateofbirthdt dobbirthdate birthdte brthdt dobage birthdateage dateofbirthage dmg02",
    ),
    (
        Field::Email,
        "email emailaddress emailaddr emailid primaryemail preferredemail contactemail personalemail homeemail \
         workemail businessemail emailpersonal emailhome emailwork primaryemailaddress personalemailaddress \
         homeemailaddress workemailaddress eml emailadd emailaddresspersonal emailaddresswork emailprimary emailprimaryhome \
         emailprimarywork email1 emailaddress1 companyemail companyemailaddress mail",
    ),
    (
        Field::CellPhone,
        "cellphone cellphonenumber cellph mobileph mobilephone mobilephonenumber mobile cell cellular cellularphone mobilenumber \
         mobileno cellnumber cellno phonecell phonemobile telcell telmobile mobilecell cellmobile phone \
         phonenumber phoneno telephone telephonenumber telephoneno tel telno primaryphone primaryphonenumber \
         preferredphone contactphone contactnumber contactphonenumber personalphone phone1 phonenumber1 dayphone \
         daytimephone phonenbr cellphonenbr mobilephonenbr cellphoneno mobilephoneno cellmobilephone \
         mobilecellphone telnumber personalmobile personalmobilephone mobilepersonal personalcell personalcellphone \
         mainphone phonehomemobile homemobile homemobilephone personalphonenumber homecellphone cellhomephone cellorhomephone homeorcellphone",
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
         mailaddress1 mailaddr1 mailingstreet physicaladdress physicaladdress1 physicaladdressline1 physicalstreet",
    ),
    (
        Field::AddressLine2,
        "addressline2 address2 addr2 streetaddress2 street2 homestreet2 homeaddress2 homeaddressline2 mailingaddress2 \
         mailingaddressline2 residenceaddress2 primaryaddress2 primaryaddressline2 streetline2 line2 add2 apt \
         apartment aptnumber aptno aptsuite aptunit aptsuiteunit apartmentnumber apartmentsuite suite unit \
         unitnumber addrln2 addrline2 addressln2 addresslinetwo addresstwo aptorsuite aptsteunit unitapt \
         streetaddressline2 mailaddress2 mailaddr2 physicaladdress2 physicaladdressline2",
    ),
    (
        Field::City,
        "city cityname town citytown homecity mailingcity residencecity primarycity municipality citynm addresscity \
         homeaddresscity mailcity citymunicipality cityortown towncity physicalcity",
    ),
    (
        Field::State,
        "state statecode stcd stateabbreviation stateabbr stateprovince stateterritory homestate homestatecode \
         mailingstate residencestate stateofresidence primarystate usstate st statecd stprov stateprov \
         stateregion provincestate addressstate addressstateprovince homeaddressstate homeaddressstateprovince \
         stateterritorycode mailstate stateorprovince stateorprovincecode stateprovincecode physicalstate",
    ),
    (
        Field::ZipCode,
        "zipcode zip zip5 zipcode5 postalcode postcode postal zippostal zippostalcode zippostcode postalzip \
         homezip homezipcode homepostalcode mailingzip mailingzipcode residencezip residencezipcode primaryzip \
         primaryzipcode zip4 zipplus4 zip9 zipcd zippostalcd addresspostalcode \
         addresszip addresszipcode homeaddresspostalcode homeaddresszip homeaddresszipcode mailzip mailzipcode ziporpostalcode physicalzip physicalzipcode",
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
         relationshiptopolicyholder relshp rlshp eespdep dependentrelation",
    ),
    (
        Field::Ssn,
        "subscriberssn employeessn eessn primaryssn insuredssn ssn socialsecuritynumber socialsecurityno \
         socialsecuritynum socialsecurity ssnumber ssno ssnnumber ss socsecno socsecnumber socsec ssnitin ssntaxid ssnnbr \
         socialsecuritynbr socsecnbr sssn ssntin ssnoritin fullssn taxidssn",
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
         subscriber insured payrollname individualname coveredpersonname",
    ),
    (
        Field::MiddleName,
        "middlename middle mname middleinitial midinit midinitial mi minit midname middlenm middleinit middlenames secondname namemiddle \
         middlenameinitial middlenameorinitial namemi namemiddlename namemiddleinitial nm105",
    ),
    (Field::Suffix, "suffix namesuffix sfx suffixname generation generationcode namesfx jrsr jrsriii generationsuffix"),
];
