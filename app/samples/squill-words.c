/* SPDX-License-Identifier: Apache-2.0 */

/* Each list is one text, its words separated by "|", so that it stands in the program as it stands
 * here, without a pointer for each word to be set up at the start. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-words.h"

#include <string.h>

static const char *const lists[SQUILL_N_WORDS] = {
  [SQUILL_WORDS_FIRST_NAMES] =
      "Ada|Adam|Aiko|Aisha|Alan|Alice|Amara|Amir|Ana|Anders|Andrea|Anika|Anton|Arjun|Astrid|Aya|"
      "Beatriz|Ben|Bianca|Boris|Bruno|Camila|Carlos|Carmen|Chen|Chiara|Chloe|Clara|Daniel|Daria|"
      "David|Deepa|Diego|Dmitri|Elena|Elif|Elin|Emeka|Emil|Emma|Erik|Esther|Eva|Farid|Fatima|Felix|"
      "Femi|Fiona|Francesco|Freya|Gabriel|Gita|Goran|Grace|Greta|Hana|Hannah|Haruto|Hassan|Hugo|"
      "Ibrahim|Igor|Imani|Ines|Ingrid|Irina|Isabel|Ivan|Jakub|Jana|Jan|Jasmin|Jin|Joana|Johan|"
      "Jonas|"
      "José|Julia|Kaito|Kamal|Karim|Kate|Katya|Keiko|Kofi|Lars|Laura|Layla|Lea|Leon|Liam|Lina|Linh|"
      "Lucas|Lucía|Luis|Magda|Maja|Malik|Marco|Maria|Marta|Mateo|Maya|Mei|Mia|Miguel|Mila|Mina|"
      "Nadia|"
      "Naomi|Nia|Niko|Nils|Nina|Noah|Noor|Nora|Olga|Oliver|Omar|Oscar|Pablo|Paula|Pavel|Petra|"
      "Priya|"
      "Rafael|Ravi|Renata|Rosa|Ruth|Samira|Samuel|Sara|Selma|Sofia|Stefan|Sunita|Sven|Tariq|Tereza|"
      "Theo|Thu|Tomas|Uma|Vera|Viktor|Wei|Yara|Yasmin|Yuki|Zahra|Zoe|Zoltan",
  [SQUILL_WORDS_LAST_NAMES] =
      "Abe|Adeyemi|Ahmed|Alvarez|Andersen|Bailey|Bakker|Barros|Becker|Bennett|Bergström|Bianchi|"
      "Boateng|Bose|Brandt|Brown|Bui|Campos|Carter|Castro|Chan|Chaudhry|Chen|Clarke|Cohen|Conti|"
      "Costa|Cruz|Dahl|Das|Delgado|Diallo|Diaz|Dubois|Duarte|Eriksen|Evans|Farah|Fernandez|Ferrari|"
      "Fischer|Fontaine|Forsberg|Foster|Fujita|Garcia|Gomes|Gray|Greco|Gupta|Haddad|Hall|Hansen|"
      "Hassan|Hayashi|Hernandez|Hoffmann|Holm|Horvat|Hughes|Ibrahim|Inoue|Ivanova|Iyer|Jansen|"
      "Jensen|"
      "Johansson|Jones|Kamara|Kaplan|Kato|Kaur|Keller|Khan|Kim|King|Klein|Kowalski|Kumar|Lam|"
      "Larsen|"
      "Laurent|Lee|Lewis|Li|Lindgren|Lopez|Lund|Marino|Martin|Mbeki|Medina|Mehta|Mensah|Meyer|"
      "Moreau|"
      "Mori|Morales|Moretti|Müller|Murphy|Mwangi|Nair|Nakamura|Navarro|Nguyen|Nielsen|Novak|Nowak|"
      "Nunes|Nyberg|Okafor|Olsen|Ortiz|Owens|Ozturk|Park|Patel|Pereira|Petrov|Pham|Popescu|Quinn|"
      "Rao|"
      "Reid|Ricci|Rivera|Romano|Rossi|Russo|Sanchez|Santos|Sato|Schmidt|Schneider|Sharma|Silva|"
      "Singh|"
      "Smith|Sousa|Stewart|Suzuki|Svensson|Takahashi|Tan|Taylor|Torres|Tran|Turner|Vargas|Vasquez|"
      "Virtanen|Wagner|Walker|Wang|Weber|Wilson|Wright|Yamada|Yilmaz|Young|Zhang|Zimmer",
  [SQUILL_WORDS_STREETS] =
      "Acacia Avenue|Ash Lane|Baker Street|Bay Road|Beech Grove|Birch Street|Bridge Street|"
      "Canal Street|Castle Road|Cedar Court|Chapel Lane|Cherry Way|Church Street|Clover Drive|"
      "Copper Row|Cross Street|Dock Road|East Street|Elm Street|Fern Close|Field Lane|Forest Drive|"
      "Garden Street|Glen Road|Granite Way|Green Lane|Grove Street|Harbor Road|Hazel Court|"
      "High Street|Hill Road|Ivy Lane|Juniper Way|King Street|Lake View|Laurel Drive|Linden Street|"
      "Long Lane|Maple Avenue|Market Square|Meadow Road|Mill Lane|Mulberry Street|North Road|"
      "Oak Avenue|Orchard Way|Park Lane|Pine Street|Poplar Road|Quarry Lane|Queen Street|Ridge "
      "Road|"
      "River Street|Rose Court|School Lane|South Street|Spring Road|Station Road|Stone Street|"
      "Sunset Drive|Valley Road|Victoria Street|Walnut Grove|Water Street|West Road|Willow Way",
  [SQUILL_WORDS_COMPANIES] =
      "Alder Works|Amber Foods|Anchor Lines|Arcade Books|Atlas Tools|Aurora Labs|Barley Mills|"
      "Beacon Media|Bluebird Air|Bramble Press|Brightside Energy|Calm Harbor|Canyon Sports|"
      "Cedar Health|Cinder Coffee|Clearwater Bank|Cobalt Systems|Compass Travel|Copperfield|"
      "Coral Design|Crane Logistics|Daybreak Foods|Delta Fabrics|Dockside Trading|Driftwood Games|"
      "Dune Motors|Eastgate Pharma|Elmwood Press|Ember Kitchens|Evergreen Paper|Fable House|"
      "Falcon Freight|Fernhill Farms|Firefly Power|Foundry Nine|Foxglove|Garnet "
      "Insurance|Glasswing|"
      "Golden Acre|Granite Peak|Greenline|Halcyon Music|Harvest Moon|Hollow Tree|Indigo Airways|"
      "Ironbark|Ivory Keys|Jade Garden|Juniper Labs|Kestrel Networks|Lakeside Dairy|Lantern Books|"
      "Larkspur|Lighthouse Data|Lumen Optics|Maple Works|Marble Arch|Meridian|Millstone|Monarch|"
      "Moonrise|North Star|Oakridge|Opal Media|Orchard Lane|Osprey|Paper Kite|Pebble "
      "Beach|Pinecone|"
      "Quartz Labs|Quill Press|Redwood|Riverbend|Saffron Spice|Sandstone|Silver Birch|Skylark|"
      "Slate Roofing|Summit Gear|Sundial|Tidewater|Timberline|Umber Paints|Violet Hour|Wildflower|"
      "Windmill|Yellow Door|Zephyr",
  [SQUILL_WORDS_ADJECTIVES] =
      "Ancient|Bold|Brave|Bright|Broad|Calm|Clever|Cold|Compact|Cosy|Crisp|Curious|Daring|Deep|"
      "Distant|Double|Early|Easy|Electric|Elegant|Endless|Fair|Fast|Final|Fine|Folding|Fresh|"
      "Gentle|"
      "Giant|Golden|Grand|Handy|Happy|Heavy|Hidden|Hollow|Honest|Humble|Icy|Inner|Keen|Kind|Large|"
      "Last|Late|Light|Little|Lively|Lone|Long|Loud|Lucky|Merry|Mighty|Mild|Misty|Modern|Narrow|"
      "Nimble|Noble|Open|Orange|Outer|Pale|Plain|Polished|Proud|Pure|Quick|Quiet|Rapid|Rare|Red|"
      "Rich|"
      "Robust|Round|Royal|Rustic|Sharp|Shiny|Silent|Silver|Simple|Slim|Slow|Small|Smart|Smooth|"
      "Soft|"
      "Solid|Steady|Strong|Sturdy|Sunny|Swift|Tall|Tiny|Warm|White|Wild|Wise|Young",
  [SQUILL_WORDS_PRODUCTS] =
      "Atlas|Backpack|Barometer|Basket|Bell|Bench|Bicycle|Blanket|Board|Boots|Bottle|Bowl|Box|"
      "Brush|"
      "Bucket|Cabinet|Camera|Candle|Chair|Charger|Clock|Coat|Compass|Cup|Curtain|Cushion|Desk|"
      "Drill|"
      "Drum|Easel|Fan|Flask|Fork|Frame|Garden|Gate|Glasses|Globe|Gloves|Grill|Guitar|Hammer|Harbor|"
      "Hat|Heater|Helmet|Jacket|Jar|Journal|Kettle|Keyboard|Kite|Knife|Ladder|Lamp|Lantern|Lens|"
      "Lock|"
      "Map|Mat|Mirror|Mixer|Mug|Needle|Notebook|Oven|Paddle|Pan|Pen|Pencil|Phone|Piano|Pillow|"
      "Plate|"
      "Pot|Printer|Puzzle|Radio|Ring|River|Rope|Rug|Saddle|Saw|Scale|Scarf|Shelf|Shirt|Shoes|Sofa|"
      "Speaker|Spoon|Stool|Stove|Suitcase|Table|Tent|Timer|Toaster|Towel|Tray|Umbrella|Vase|Wagon|"
      "Wallet|Watch|Wheel|Whistle|Window",
  [SQUILL_WORDS_PLAIN] =
      "a|I|as|at|be|by|do|go|he|if|in|is|it|me|my|no|of|on|or|so|to|up|us|we|act|add|age|air|all|"
      "and|"
      "any|arm|art|ask|bad|big|box|boy|bus|but|can|car|cup|cut|day|dog|dry|ear|eat|egg|end|eye|far|"
      "few|fly|for|fun|get|ice|job|key|law|let|low|map|new|now|oil|old|one|our|out|own|pay|put|red|"
      "run|say|sea|see|set|she|sit|six|sky|sun|ten|the|try|two|use|war|way|why|yes|you|able|also|"
      "area|"
      "away|back|ball|bank|base|bath|bean|best|bird|blue|boat|body|book|born|both|call|card|care|"
      "city|"
      "coat|cold|come|corn|dark|data|deep|does|door|down|draw|each|east|edge|even|ever|face|fact|"
      "fall|"
      "farm|fast|feel|fire|fish|five|food|form|four|free|full|game|give|gold|good|grow|half|hand|"
      "hard|"
      "have|head|hear|help|here|high|hill|hold|home|hope|hour|idea|into|iron|just|keep|kind|know|"
      "lake|"
      "land|last|late|lead|leaf|left|life|line|list|live|long|look|love|made|main|make|many|mark|"
      "mean|"
      "milk|mind|moon|more|most|move|much|name|near|need|next|nine|note|once|only|open|over|page|"
      "part|"
      "past|path|plan|play|rain|read|real|rest|rice|ride|ring|rise|road|rock|room|root|rose|rule|"
      "salt|"
      "sand|seed|ship|show|side|sing|snow|soft|some|song|soon|star|stay|step|stop|such|sure|take|"
      "talk|"
      "tall|tell|than|that|them|then|they|thin|this|time|town|tree|true|turn|unit|upon|very|view|"
      "wait|"
      "walk|wall|warm|wave|well|west|what|when|wide|wind|wing|wish|with|wood|word|work|year|about|"
      "above|after|again|along|among|apple|basic|begin|board|bread|bring|brown|build|carry|catch|"
      "cause|chair|clean|clear|climb|close|cloud|color|count|cover|cross|dance|dream|drink|drive|"
      "early|earth|eight|enter|equal|every|field|final|first|floor|fresh|fruit|glass|grass|great|"
      "green|group|guess|happy|heart|horse|house|large|laugh|learn|leave|level|light|local|lower|"
      "music|never|night|north|ocean|offer|often|order|other|paint|paper|party|place|plain|plant|"
      "point|quick|quiet|quite|radio|reach|ready|right|river|round|scale|seven|shape|share|sheet|"
      "shore|short|small|smile|solid|sound|south|space|speak|spend|stand|start|state|steel|still|"
      "stone|store|story|sugar|table|teach|thank|their|there|thing|think|three|today|touch|trade|"
      "train|under|until|usual|value|visit|voice|watch|water|wheel|where|while|white|whole|world|"
      "write|young|animal|answer|appear|autumn|better|bottom|branch|bridge|bright|change|choose|"
      "circle|common|corner|course|create|danger|decide|differ|direct|doctor|double|during|engine|"
      "enough|expect|family|father|figure|finger|finish|flower|follow|forest|friend|garden|gather|"
      "gentle|ground|happen|harbor|island|letter|listen|little|market|master|matter|middle|minute|"
      "moment|mother|nature|number|object|paper|people|period|person|phrase|planet|please|pretty|"
      "public|rather|reason|record|region|repeat|result|school|season|second|select|settle|should|"
      "silent|silver|simple|single|sister|smooth|spread|spring|square|steady|street|strong|summer|"
      "supply|symbol|system|temple|toward|travel|valley|wander|window|winter|wonder|yellow|account|"
      "against|ancient|arrange|balance|believe|between|brother|captain|careful|century|certain|"
      "chapter|collect|compare|complex|connect|contain|control|correct|country|current|develop|"
      "discuss|evening|example|explain|feather|foreign|forward|general|harvest|history|hundred|"
      "imagine|include|journey|kitchen|library|machine|measure|message|million|morning|nothing|"
      "observe|outside|pattern|perfect|perhaps|picture|present|problem|process|produce|promise|"
      "provide|quarter|quickly|receive|science|section|several|shelter|similar|soldier|special|"
      "station|strange|subject|success|suggest|support|surface|teacher|through|tonight|trouble|"
      "village|weather|without|written|afternoon|although|anything|beautiful|building|children|"
      "complete|consider|continue|decision|describe|discover|distance|electric|engineer|exercise|"
      "finally|interest|language|material|mountain|movement|neighbor|opposite|original|ordinary|"
      "practice|probably|property|question|remember|sentence|separate|shoulder|solution|somewhere|"
      "strength|sunlight|thousand|together|tomorrow|triangle|umbrella|whatever|attention|carefully|"
      "character|condition|delicious|different|difficult|direction|discovery|education|following|"
      "furniture|important|invention|knowledge|landscape|necessary|newspaper|paragraph|particular|"
      "patience|president|professor|situation|statement|substance|surprised|telephone|temperate|"
      "yesterday|accountant|appearance|background|collection|commercial|connection|definition|"
      "department|discussion|everything|excitement|experience|experiment|generation|government|"
      "impossible|individual|literature|philosophy|photograph|population|possession|production|"
      "profession|proportion|protection|reflection|restaurant|scientific|successful|television|"
      "thoughtful|achievement|advertising|agriculture|application|approximate|combination|"
      "comfortable|competition|concentrate|corporation|description|development|electricity|"
      "environment|examination|explanation|fascinating|imagination|independent|information|"
      "instruction|intelligent|legislation|mathematics|measurement|observation|opportunity|"
      "performance|personality|publication|recognition|requirement|significant|suggestion|"
      "temperature|transparent|undertaking|agricultural|announcement|appreciation|architecture|"
      "championship|construction|conversation|distribution|encyclopedia|experimental|illustration|"
      "intellectual|introduction|manufacturer|neighborhood|organization|presentation|professional|"
      "relationship|satisfaction",
  [SQUILL_WORDS_JOBS] =
      "Accountant|Architect|Baker|Biologist|Carpenter|Chef|Consultant|Designer|Editor|Electrician|"
      "Engineer|Gardener|Journalist|Lawyer|Librarian|Musician|Nurse|Pharmacist|Photographer|"
      "Physician|"
      "Pilot|Plumber|Product Manager|Programmer|Researcher|Sales "
      "Manager|Surveyor|Teacher|Translator|"
      "Veterinarian|Writer",
  [SQUILL_WORDS_COLORS] =
      "amber|azure|beige|black|blue|brown|coral|crimson|cyan|gold|gray|green|indigo|ivory|lime|"
      "magenta|maroon|navy|olive|orange|pink|plum|purple|red|salmon|silver|tan|teal|turquoise|"
      "violet|"
      "white|yellow",
  [SQUILL_WORDS_STATES] = "active|pending|completed|draft|archived",
  [SQUILL_WORDS_TYPES] = "standard|basic|premium|custom|trial",
  [SQUILL_WORDS_ROLES] = "member|editor|admin|viewer|owner",
  [SQUILL_WORDS_LABELS] =
      "art|books|business|cinema|city|coffee|cooking|culture|design|education|fashion|finance|food|"
      "games|garden|health|history|home|music|nature|news|outdoor|pets|photo|science|sports|summer|"
      "technology|tools|toys|travel|vintage|winter",
  [SQUILL_WORDS_EXTENSIONS] = "csv|docx|gif|html|jpg|json|mp3|mp4|pdf|png|svg|txt|xlsx|xml|zip",
  [SQUILL_WORDS_MIME_TYPES] =
      "text/csv|image/gif|text/html|image/jpeg|application/json|audio/mpeg|video/mp4|"
      "application/pdf|image/png|image/svg+xml|text/plain|application/xml|application/zip",
  [SQUILL_WORDS_BROWSERS] =
      "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0|"
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0|"
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 "
      "Safari/605.1.15 Epiphany/605.1.15|curl/8.5.0|Wget/1.21.3",
};

static const SquillCountry countries[] = {
  { "AR", "Argentina", "es", "ARS", "America/Argentina/Buenos_Aires" },
  { "AT", "Austria", "de", "EUR", "Europe/Vienna" },
  { "AU", "Australia", "en", "AUD", "Australia/Sydney" },
  { "BE", "Belgium", "nl", "EUR", "Europe/Brussels" },
  { "BR", "Brazil", "pt", "BRL", "America/Sao_Paulo" },
  { "CA", "Canada", "en", "CAD", "America/Toronto" },
  { "CH", "Switzerland", "de", "CHF", "Europe/Zurich" },
  { "CL", "Chile", "es", "CLP", "America/Santiago" },
  { "CN", "China", "zh", "CNY", "Asia/Shanghai" },
  { "CO", "Colombia", "es", "COP", "America/Bogota" },
  { "CZ", "Czechia", "cs", "CZK", "Europe/Prague" },
  { "DE", "Germany", "de", "EUR", "Europe/Berlin" },
  { "DK", "Denmark", "da", "DKK", "Europe/Copenhagen" },
  { "EG", "Egypt", "ar", "EGP", "Africa/Cairo" },
  { "ES", "Spain", "es", "EUR", "Europe/Madrid" },
  { "FI", "Finland", "fi", "EUR", "Europe/Helsinki" },
  { "FR", "France", "fr", "EUR", "Europe/Paris" },
  { "GB", "United Kingdom", "en", "GBP", "Europe/London" },
  { "GH", "Ghana", "en", "GHS", "Africa/Accra" },
  { "GR", "Greece", "el", "EUR", "Europe/Athens" },
  { "IE", "Ireland", "en", "EUR", "Europe/Dublin" },
  { "IN", "India", "hi", "INR", "Asia/Kolkata" },
  { "IT", "Italy", "it", "EUR", "Europe/Rome" },
  { "JP", "Japan", "ja", "JPY", "Asia/Tokyo" },
  { "KE", "Kenya", "sw", "KES", "Africa/Nairobi" },
  { "KR", "South Korea", "ko", "KRW", "Asia/Seoul" },
  { "MA", "Morocco", "ar", "MAD", "Africa/Casablanca" },
  { "MX", "Mexico", "es", "MXN", "America/Mexico_City" },
  { "NG", "Nigeria", "en", "NGN", "Africa/Lagos" },
  { "NL", "Netherlands", "nl", "EUR", "Europe/Amsterdam" },
  { "NO", "Norway", "nb", "NOK", "Europe/Oslo" },
  { "NZ", "New Zealand", "en", "NZD", "Pacific/Auckland" },
  { "PE", "Peru", "es", "PEN", "America/Lima" },
  { "PL", "Poland", "pl", "PLN", "Europe/Warsaw" },
  { "PT", "Portugal", "pt", "EUR", "Europe/Lisbon" },
  { "RO", "Romania", "ro", "RON", "Europe/Bucharest" },
  { "SE", "Sweden", "sv", "SEK", "Europe/Stockholm" },
  { "TR", "Turkey", "tr", "TRY", "Europe/Istanbul" },
  { "US", "United States", "en", "USD", "America/New_York" },
  { "VN", "Vietnam", "vi", "VND", "Asia/Ho_Chi_Minh" },
  { "ZA", "South Africa", "en", "ZAR", "Africa/Johannesburg" },
};

static const SquillCity cities[] = {
  { "Aarhus", "Midtjylland", "DK", 56.16, 10.2, "8###" },
  { "Accra", "Greater Accra", "GH", 5.6, -0.19, "GA###" },
  { "Alexandria", "Alexandria", "EG", 31.2, 29.92, "215##" },
  { "Amsterdam", "Noord-Holland", "NL", 52.37, 4.9, "10## @@" },
  { "Ankara", "Ankara", "TR", 39.93, 32.86, "06###" },
  { "Antwerp", "Antwerpen", "BE", 51.22, 4.4, "20##" },
  { "Arequipa", "Arequipa", "PE", -16.41, -71.54, "040##" },
  { "Athens", "Attica", "GR", 37.98, 23.73, "10# ##" },
  { "Atlanta", "Georgia", "US", 33.75, -84.39, "303##" },
  { "Auckland", "Auckland", "NZ", -36.85, 174.76, "10##" },
  { "Austin", "Texas", "US", 30.27, -97.74, "787##" },
  { "Barcelona", "Catalonia", "ES", 41.39, 2.17, "080##" },
  { "Basel", "Basel-Stadt", "CH", 47.56, 7.59, "40##" },
  { "Beijing", "Beijing", "CN", 39.9, 116.41, "1000##" },
  { "Bengaluru", "Karnataka", "IN", 12.97, 77.59, "5600##" },
  { "Bergen", "Vestland", "NO", 60.39, 5.32, "50##" },
  { "Berlin", "Berlin", "DE", 52.52, 13.4, "10###" },
  { "Bilbao", "Basque Country", "ES", 43.26, -2.93, "480##" },
  { "Bogotá", "Bogotá", "CO", 4.71, -74.07, "110###" },
  { "Bologna", "Emilia-Romagna", "IT", 44.49, 11.34, "401##" },
  { "Bordeaux", "Nouvelle-Aquitaine", "FR", 44.84, -0.58, "33###" },
  { "Boston", "Massachusetts", "US", 42.36, -71.06, "021##" },
  { "Brisbane", "Queensland", "AU", -27.47, 153.03, "40##" },
  { "Bristol", "England", "GB", 51.45, -2.59, "BS# #@@" },
  { "Brno", "South Moravia", "CZ", 49.2, 16.61, "6## ##" },
  { "Brussels", "Brussels", "BE", 50.85, 4.35, "10##" },
  { "Bucharest", "Bucharest", "RO", 44.43, 26.1, "0#####" },
  { "Buenos Aires", "Buenos Aires", "AR", -34.6, -58.38, "C1###" },
  { "Busan", "Busan", "KR", 35.18, 129.08, "48###" },
  { "Cairo", "Cairo", "EG", 30.04, 31.24, "115##" },
  { "Calgary", "Alberta", "CA", 51.05, -114.07, "T2@ #@#" },
  { "Cape Town", "Western Cape", "ZA", -33.92, 18.42, "80##" },
  { "Casablanca", "Casablanca-Settat", "MA", 33.57, -7.59, "20###" },
  { "Chennai", "Tamil Nadu", "IN", 13.08, 80.27, "6000##" },
  { "Chicago", "Illinois", "US", 41.88, -87.63, "606##" },
  { "Christchurch", "Canterbury", "NZ", -43.53, 172.64, "80##" },
  { "Cluj-Napoca", "Cluj", "RO", 46.77, 23.62, "400###" },
  { "Cologne", "North Rhine-Westphalia", "DE", 50.94, 6.96, "50###" },
  { "Copenhagen", "Hovedstaden", "DK", 55.68, 12.57, "1###" },
  { "Cork", "Munster", "IE", 51.9, -8.47, "T12 @##@" },
  { "Córdoba", "Córdoba", "AR", -31.42, -64.18, "X5###" },
  { "Curitiba", "Paraná", "BR", -25.43, -49.27, "80###-###" },
  { "Da Nang", "Da Nang", "VN", 16.05, 108.2, "50####" },
  { "Delhi", "Delhi", "IN", 28.61, 77.21, "1100##" },
  { "Denver", "Colorado", "US", 39.74, -104.99, "802##" },
  { "Dublin", "Leinster", "IE", 53.35, -6.26, "D0# @#@#" },
  { "Durban", "KwaZulu-Natal", "ZA", -29.86, 31.03, "40##" },
  { "Düsseldorf", "North Rhine-Westphalia", "DE", 51.23, 6.78, "40###" },
  { "Edinburgh", "Scotland", "GB", 55.95, -3.19, "EH# #@@" },
  { "Eindhoven", "Noord-Brabant", "NL", 51.44, 5.47, "56## @@" },
  { "Florence", "Tuscany", "IT", 43.77, 11.26, "501##" },
  { "Frankfurt", "Hesse", "DE", 50.11, 8.68, "60###" },
  { "Gdańsk", "Pomerania", "PL", 54.35, 18.65, "80-###" },
  { "Geneva", "Geneva", "CH", 46.2, 6.14, "12##" },
  { "Ghent", "Oost-Vlaanderen", "BE", 51.05, 3.72, "90##" },
  { "Glasgow", "Scotland", "GB", 55.86, -4.25, "G# #@@" },
  { "Gothenburg", "Västra Götaland", "SE", 57.71, 11.97, "4## ##" },
  { "Graz", "Styria", "AT", 47.07, 15.44, "80##" },
  { "Guadalajara", "Jalisco", "MX", 20.67, -103.35, "44###" },
  { "Hamburg", "Hamburg", "DE", 53.55, 9.99, "20###" },
  { "Hanoi", "Hanoi", "VN", 21.03, 105.85, "10####" },
  { "Helsinki", "Uusimaa", "FI", 60.17, 24.94, "00###" },
  { "Istanbul", "Istanbul", "TR", 41.01, 28.98, "34###" },
  { "Izmir", "Izmir", "TR", 38.42, 27.14, "35###" },
  { "Johannesburg", "Gauteng", "ZA", -26.2, 28.05, "20##" },
  { "Kraków", "Lesser Poland", "PL", 50.06, 19.94, "30-###" },
  { "Kumasi", "Ashanti", "GH", 6.69, -1.62, "AK###" },
  { "Kyoto", "Kyoto", "JP", 35.01, 135.77, "60#-####" },
  { "Lagos", "Lagos", "NG", 6.52, 3.38, "10####" },
  { "Leeds", "England", "GB", 53.8, -1.55, "LS# #@@" },
  { "Leipzig", "Saxony", "DE", 51.34, 12.37, "04###" },
  { "Lille", "Hauts-de-France", "FR", 50.63, 3.06, "59###" },
  { "Lima", "Lima", "PE", -12.05, -77.04, "150##" },
  { "Linz", "Upper Austria", "AT", 48.31, 14.29, "40##" },
  { "Lisbon", "Lisbon", "PT", 38.72, -9.14, "1###-###" },
  { "Liverpool", "England", "GB", 53.41, -2.98, "L# #@@" },
  { "London", "England", "GB", 51.51, -0.13, "E# #@@" },
  { "Lyon", "Auvergne-Rhône-Alpes", "FR", 45.76, 4.84, "6900#" },
  { "Madrid", "Madrid", "ES", 40.42, -3.7, "280##" },
  { "Malmö", "Skåne", "SE", 55.6, 13.0, "21# ##" },
  { "Manchester", "England", "GB", 53.48, -2.24, "M# #@@" },
  { "Marseille", "Provence", "FR", 43.3, 5.37, "1300#" },
  { "Medellín", "Antioquia", "CO", 6.24, -75.58, "0500##" },
  { "Melbourne", "Victoria", "AU", -37.81, 144.96, "30##" },
  { "Mexico City", "Mexico City", "MX", 19.43, -99.13, "06###" },
  { "Milan", "Lombardy", "IT", 45.46, 9.19, "201##" },
  { "Mombasa", "Mombasa", "KE", -4.04, 39.67, "801##" },
  { "Monterrey", "Nuevo León", "MX", 25.69, -100.32, "64###" },
  { "Montreal", "Quebec", "CA", 45.5, -73.57, "H2@ #@#" },
  { "Mumbai", "Maharashtra", "IN", 19.08, 72.88, "4000##" },
  { "Munich", "Bavaria", "DE", 48.14, 11.58, "80###" },
  { "Nairobi", "Nairobi", "KE", -1.29, 36.82, "001##" },
  { "Naples", "Campania", "IT", 40.85, 14.27, "801##" },
  { "New York", "New York", "US", 40.71, -74.01, "100##" },
  { "Nice", "Provence", "FR", 43.71, 7.26, "0600#" },
  { "Osaka", "Osaka", "JP", 34.69, 135.5, "53#-####" },
  { "Oslo", "Oslo", "NO", 59.91, 10.75, "0###" },
  { "Ottawa", "Ontario", "CA", 45.42, -75.7, "K1@ #@#" },
  { "Paris", "Île-de-France", "FR", 48.86, 2.35, "750##" },
  { "Perth", "Western Australia", "AU", -31.95, 115.86, "60##" },
  { "Philadelphia", "Pennsylvania", "US", 39.95, -75.17, "191##" },
  { "Portland", "Oregon", "US", 45.52, -122.68, "972##" },
  { "Porto", "Porto", "PT", 41.15, -8.63, "4###-###" },
  { "Prague", "Prague", "CZ", 50.08, 14.44, "1## ##" },
  { "Rabat", "Rabat-Salé-Kénitra", "MA", 34.02, -6.84, "10###" },
  { "Recife", "Pernambuco", "BR", -8.05, -34.88, "50###-###" },
  { "Rome", "Lazio", "IT", 41.9, 12.5, "001##" },
  { "Rotterdam", "Zuid-Holland", "NL", 51.92, 4.48, "30## @@" },
  { "San Francisco", "California", "US", 37.77, -122.42, "941##" },
  { "Santiago", "Santiago", "CL", -33.45, -70.67, "83#####" },
  { "Seattle", "Washington", "US", 47.61, -122.33, "981##" },
  { "Seoul", "Seoul", "KR", 37.57, 126.98, "04###" },
  { "Seville", "Andalusia", "ES", 37.39, -5.98, "410##" },
  { "Shanghai", "Shanghai", "CN", 31.23, 121.47, "2000##" },
  { "Stockholm", "Stockholm", "SE", 59.33, 18.07, "11# ##" },
  { "Sydney", "New South Wales", "AU", -33.87, 151.21, "20##" },
  { "São Paulo", "São Paulo", "BR", -23.55, -46.63, "01###-###" },
  { "Tampere", "Pirkanmaa", "FI", 61.5, 23.76, "33###" },
  { "Thessaloniki", "Central Macedonia", "GR", 40.64, 22.94, "54# ##" },
  { "Tokyo", "Tokyo", "JP", 35.68, 139.69, "10#-####" },
  { "Toronto", "Ontario", "CA", 43.65, -79.38, "M5@ #@#" },
  { "Trondheim", "Trøndelag", "NO", 63.43, 10.4, "70##" },
  { "Turin", "Piedmont", "IT", 45.07, 7.69, "101##" },
  { "Uppsala", "Uppsala", "SE", 59.86, 17.64, "75# ##" },
  { "Utrecht", "Utrecht", "NL", 52.09, 5.12, "35## @@" },
  { "Valencia", "Valencia", "ES", 39.47, -0.38, "460##" },
  { "Valparaíso", "Valparaíso", "CL", -33.05, -71.61, "23#####" },
  { "Vancouver", "British Columbia", "CA", 49.28, -123.12, "V5@ #@#" },
  { "Vienna", "Vienna", "AT", 48.21, 16.37, "10##" },
  { "Warsaw", "Masovia", "PL", 52.23, 21.01, "00-###" },
  { "Wellington", "Wellington", "NZ", -41.29, 174.78, "60##" },
  { "Wrocław", "Lower Silesia", "PL", 51.11, 17.03, "50-###" },
  { "Zurich", "Zurich", "CH", 47.37, 8.54, "80##" },
};

typedef struct
{
  char **words[SQUILL_N_WORDS];
  guint n[SQUILL_N_WORDS];
  /* The plain words by their number of letters. */
  GPtrArray *plain[SQUILL_LONGEST_PLAIN_WORD + 1];
} Dictionary;

static const Dictionary *
get_dictionary (void)
{
  static gsize initialized;
  static Dictionary dictionary;

  if (g_once_init_enter (&initialized))
    {
      for (guint i = 0; i < SQUILL_N_WORDS; i++)
        {
          dictionary.words[i] = g_strsplit (lists[i], "|", -1);
          dictionary.n[i] = g_strv_length (dictionary.words[i]);
        }
      for (guint i = 0; i <= SQUILL_LONGEST_PLAIN_WORD; i++)
        dictionary.plain[i] = g_ptr_array_new ();
      for (guint i = 0; i < dictionary.n[SQUILL_WORDS_PLAIN]; i++)
        {
          char *word = dictionary.words[SQUILL_WORDS_PLAIN][i];

          g_assert (strlen (word) <= SQUILL_LONGEST_PLAIN_WORD);
          g_ptr_array_add (dictionary.plain[strlen (word)], word);
        }
      g_once_init_leave (&initialized, 1);
    }
  return &dictionary;
}

/**
 * squill_words_get_n:
 * @list: a list
 *
 * Returns: how many words it has
 */
guint
squill_words_get_n (SquillWords list)
{
  g_return_val_if_fail (list < SQUILL_N_WORDS, 0);

  return get_dictionary ()->n[list];
}

/**
 * squill_words_get:
 * @list: a list
 * @number: any number: after the last word comes the first again
 *
 * Returns: (transfer none): a word of the list
 */
const char *
squill_words_get (SquillWords list, guint64 number)
{
  g_return_val_if_fail (list < SQUILL_N_WORDS, NULL);

  return get_dictionary ()->words[list][number % get_dictionary ()->n[list]];
}

/**
 * squill_words_pick:
 * @list: a list
 * @random: where the choice comes from
 *
 * Returns: (transfer none): a word of the list
 */
const char *
squill_words_pick (SquillWords list, SquillRandom *random)
{
  g_return_val_if_fail (list < SQUILL_N_WORDS, NULL);

  return squill_words_get (list, squill_random_below (random, squill_words_get_n (list)));
}

/**
 * squill_words_pick_plain:
 * @random: where the choice comes from
 * @letters: how long it is to be: 1 to %SQUILL_LONGEST_PLAIN_WORD
 *
 * Returns: (transfer none): an everyday word of exactly that many letters, all ASCII
 */
const char *
squill_words_pick_plain (SquillRandom *random, guint letters)
{
  const GPtrArray *words;

  g_return_val_if_fail (letters >= 1 && letters <= SQUILL_LONGEST_PLAIN_WORD, NULL);

  words = get_dictionary ()->plain[letters];
  return g_ptr_array_index (words, squill_random_below (random, words->len));
}

/**
 * squill_words_pick_city:
 * @random: where the choice comes from
 *
 * Returns: (transfer none): a city
 */
const SquillCity *
squill_words_pick_city (SquillRandom *random)
{
  return &cities[squill_random_below (random, G_N_ELEMENTS (cities))];
}

/**
 * squill_words_get_country:
 * @code: two letters
 *
 * Returns: (transfer none) (nullable): the country of that code
 */
const SquillCountry *
squill_words_get_country (const char *code)
{
  g_return_val_if_fail (code != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (countries); i++)
    if (g_str_equal (countries[i].code, code))
      return &countries[i];
  return NULL;
}
