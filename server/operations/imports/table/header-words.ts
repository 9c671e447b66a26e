// How other programs name their columns, in English, German and Spanish. Compared in lowercase, without accents and
// marks, after the owner of a column was removed: “Client First Name” is “first name”.
import type { ImportField } from "../fields.ts"

export const headerWords: Partial<Record<ImportField, string>> = {
  matter_name: "matter|matter name|matter description|case|case name|case title|file name|mandat|asunto|caso",
  file_number:
    "file number|file no|file|matter number|matter no|case number|case no|matter display number|display number|aktenzeichen|akte|aktennummer|az|expediente|numero de expediente",
  reference:
    "reference|reference number|ref|ref no|id|number|no|client number|client no|client id|matter id|case id|external id|customer id|kundennummer|mandantennummer|nummer|referencia|numero de cliente",
  status: "status|matter status|case status|file status|matter state|is closed|estado del asunto|estatus",
  closed_on:
    "close date|closed|closed on|closed date|date closed|closed at|end date|closing date|geschlossen am|abgeschlossen am|fecha de cierre|cerrado",
  opened_on:
    "opened|open date|opened on|opened date|date opened|date open|start date|created|created at|created on|created date|date created|angelegt|angelegt am|eroffnet|fecha de apertura|abierto",
  due_on: "due|due date|due on|deadline|target date|frist|fallig|fallig am|vencimiento|fecha limite",
  assignee:
    "responsible atty|atty|attorney name|assignee|assigned to|assigned|responsible attorney|attorney|lawyer|lead attorney|responsible|owner|matter owner|originating attorney|case manager|bearbeiter|sachbearbeiter|anwalt|zustandig|responsable|abogado|abogada|asignado a",
  tags: "tags|tag|labels|label|categories|category|groups|group|group membership|contact group|contact groups|practice area|kategorien|kategorie|schlagworte|etiquetas|categorias",
  note: "notes|note|comments|comment|private notes|description|remarks|notizen|notiz|bemerkung|bemerkungen|anmerkung|notas|nota|observaciones|comentarios",
  relationship: "relationship|relation|relationship to client|role|beziehung|verhaltnis|relacion|parentesco",
  full_name: "full name|fullname|vollstandiger name|nombre completo|display name|file as",
  first_name:
    "given names|first names|forenames|vornamen|nombres|first|first name|firstname|given|given name|forename|fname|vorname|primer nombre|nombre de pila",
  middle_name:
    "middle|middle name|middlename|middle initial|mi|m i|additional name|zweiter vorname|segundo nombre",
  last_name:
    "last|last name|lastname|surname|family name|familyname|lname|nachname|familienname|apellido|apellidos",
  suffix: "sfx|suffix|name suffix|generational suffix|namenszusatz|sufijo",
  organization:
    "company|company name|organization|organisation|organization name|organization 1 name|business name|firm|firm name|firma|unternehmen|empresa|compania",
  preferred_name: "preferred|preferred name|nickname|nick name|goes by|known as|rufname|spitzname|apodo",
  gender_binary: "sex|gender|geschlecht|sexo|genero",
  date_of_birth:
    "geb dat|birth|fecha nacimiento|date of birth|birth date|birthdate|birthday|dob|born|d o b|geburtsdatum|geburtstag|geb datum|geboren|geb|geboren am|fecha de nacimiento|nacimiento|f nacimiento|cumpleanos",
  date_of_death:
    "date of death|death date|died|dod|deceased on|sterbedatum|todestag|gestorben|fecha de defuncion|fallecimiento",
  marital_status: "marital status|marital state|civil status|familienstand|estado civil",
  email:
    "email addr|e mail addr|email addresses|e mail s|email|e mail|mail|email address|e mail address|email 1|email 1 value|e mail 1 value|e mail 2 address|e mail 3 address|email 2|email 2 value|e mail 2 value|email 3|email 3 value|e mail adresse|emailadresse|mailadresse|correo|correo electronico|other email",
  work_email:
    "work email|work e mail|business email|office email|email work|dienstliche e mail|correo del trabajo",
  phone:
    "mobile tel|tel mobile|tel mobil|tel cell|cell ph|mobile ph|cell no|mobile no|ph|tel no|telephone number|contact number|phone|phone number|phone no|mobile|mobile phone|mobile number|mobile phone number|cell|cell phone|cellphone|cell number|cell phone number|phone mobile|phone cell|telephone|tel|phone 1|phone 1 value|phone 2 value|phone 3 value|handy|handynummer|mobil|mobiltelefon|mobilnummer|telefon|telefonnummer|telefono|movil|celular|telefono movil|numero de telefono",
  home_phone:
    "home|home tel|tel home|home ph|home number|telephone home|tel privat|tel p|home phone|home phone number|home phone 2|phone home|home telephone|telefon privat|festnetz|telefono de casa|telefono fijo",
  work_phone:
    "work|work tel|tel work|work ph|work number|office tel|tel office|tel geschaftlich|tel dienstlich|tel g|work phone|work phone number|business phone|business phone 2|office phone|phone work|phone office|company main phone|telefon geschaftlich|telefon dienstlich|telefono del trabajo",
  detail_kind:
    "phone 1 label|phone 2 label|phone 3 label|phone 1 type|phone 2 type|phone 3 type|e mail 1 label|e mail 2 label|e mail 3 label|e mail 1 type|e mail 2 type|email 1 type|email 2 type",
  full_address:
    "address 1 formatted|full address|mailing address|formatted address|anschrift|direccion completa",
  street:
    "strasse nr|str|street name|addr|calle y numero|street|street 1|street address|street address 1|address|address 1|address line 1|address line|line 1|address 1 street|address street|address street 1|street line 1|strasse|adresse|strasse und hausnummer|strasse hausnummer|direccion|calle|domicilio",
  street_2:
    "street 2|address 2|address line 2|street address 2|line 2|address street 2|street line 2|apt|apartment|suite|unit|apt suite|address 1 extended address|adresszusatz|piso",
  city: "suburb|city name|municipality|city|town|address city|address 1 city|city town|ort|stadt|wohnort|ciudad|localidad|poblacion",
  city_line:
    "city state zip|city st zip|city state and zip|city state zip code|city state postal code|plz ort|plz und ort|plz wohnort|cp ciudad|codigo postal y ciudad",
  state:
    "state|province|state province|province state|state or province|region|st|address state|address 1 region|address province|county state|bundesland|estado|provincia",
  postal_code:
    "zip|zip 4|zip code|zipcode|postal code|postcode|post code|zip postal code|zip postal|postal|address zip|address zip code|address postal code|address 1 postal code|plz|postleitzahl|codigo postal|cp|c p",
  country: "country|country region|country code|nation|address country|address 1 country|land|staat|pais",
}

/** Before or after the name of a field, they say that it is the spouse's. */
export const spouseWords =
  "spouse|spouse s|spouses|spouse 1|spouse 2|partner|partner s|partner 1|partner 2|husband|husband s|wife|wife s|co client|client 2|second client|person 2|ehepartner|ehegatte|ehegattin|ehefrau|ehemann|conyuge|esposo|esposa|del conyuge|pareja"

/** Owners that say nothing about the field: whatever they precede is the person's of the line. */
export const ownerWords =
  "client|client s|clients|person 1|contact|primary|main|home|person|personal|private|customer|lead|mandant|cliente|client 1|account|mailing"
