/* SPDX-License-Identifier: Apache-2.0 */

/* Databases as they come out of relational ones: a dozen collections whose keys are all 1 and up,
 * so that every key is a value of every other, and names, shares and copies must tell which is
 * meant. Each schema is filled anew for each case, with names and keys in another style, and with
 * numbers that are none of these: counts, ranks, grades, years. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

#include <string.h>

/* A schema is a text. "*genre genres 25" begins a collection: what one is called, what several are
 * called, how many there are. What follows are fields:
 *   artist>artist      a reference in the style of the case; ? in a part of the documents only,
 *                      ! each at most once, % to one of the first three only
 *   reportsTo=employee  a reference of that very name
 *   via:=shipper        nobody can tell that it is one
 *   country>country.code  a reference to a key of that name, as code@3 makes it
 *   lines(…)            a list of objects
 *   tags[]>tag          a list of references
 *   name@  code@3       a name, a code of three letters; each comes once
 *   title"              a text
 *   amount#1-9          a number; rank#  1, 2, 3, …
 *   price$  day/  kind|a,b,c  a price, a day, one of these words */
static const char *const schemas[] = {
  /* A shop for music. */
  "*artist artists 275 name@ "
  "*album albums 347 title\" artist>artist "
  "*genre genres 25 name@ "
  "*mediaType mediaTypes 5 name@ "
  "*track tracks 900 name\" album>album mediaType>mediaType genre>genre milliseconds#100000-400000 "
  "price$ "
  "*playlist playlists 18 name\" "
  "*playlistTrack playlistTracks 1500 playlist>playlist track>track "
  "*employee employees 8 name@ reportsTo?=employee hired/ "
  "*customer customers 59 name@ supportRep:=employee company\" fax#1000-9999 "
  "*invoice invoices 412 customer>customer day/ total$ "
  "*invoiceLine invoiceLines 1400 invoice>invoice track>track price$ quantity#1-3",
  /* Lending films. */
  "*actor actors 200 name@ "
  "*category categories 16 name@ "
  "*language languages 6 name@ "
  "*film films 600 title\" language>language length#46-185 duration#3-7 rating|G,PG,R "
  "year#2004-2008 "
  "*filmActor filmActors 2000 film>film actor>actor "
  "*filmCategory filmCategories 600 film>film! category>category "
  "*country countries 109 name@ "
  "*city cities 300 name@ country>country "
  "*address addresses 350 street\" district\" city>city postalCode#10000-99999 "
  "*store stores 2 address>address! "
  "*staff staff 2 name@ store>store! address>address! active#0-1 "
  "*customer customers 320 name@ store>store address>address! active#0-1 "
  "*inventory inventories 1400 film>film store>store "
  "*rental rentals 1500 inventory>inventory customer>customer staff>staff day/ "
  "*payment payments 1500 customer>customer staff>staff rental>rental! amount$",
  /* A wholesaler. */
  "*category categories 8 name@ description\" "
  "*supplier suppliers 29 name@ city\" "
  "*product products 77 name@ supplier>supplier category>category unitsInStock#0-120 "
  "unitsOnOrder#0-100 reorderLevel#0-30 price$ "
  "*region regions 4 name@ "
  "*territory territories 53 name@ region>region "
  "*employee employees 9 name@ reportsTo?=employee extension#100-999 "
  "*shipper shippers 3 name@ "
  "*customer customers 91 code@5 name@ city\" "
  "*order orders 600 customer>customer.code employee>employee day/ via:=shipper freight$ "
  "lines(product>product quantity#1-60 discount#0-5)",
  /* A school. */
  "*teacher teachers 34 name@ hired/ "
  "*department departments 7 name@ head:>teacher "
  "*room rooms 41 name@ floor#0-4 seats#10-60 "
  "*course courses 63 title\" teacher>teacher department>department credits#1-12 level#1-5 "
  "*student students 420 name@ year#1-4 mentor?>teacher "
  "*enrollment enrollments 1500 student>student course>course grade#1-6 semester#1-8 "
  "*lesson lessons 300 course>course room>room weekday#1-5 period#1-9",
  /* A forum. */
  "*user users 230 name@ points#0-900 "
  "*board boards 14 title\" position# parentBoard?=board "
  "*topic topics 310 board>board title\" starter>user views#1-4000 "
  "*post posts 1400 topic>topic author>user replyTo?=post likes#0-40 "
  "*vote votes 1600 post>post user>user value#-1-1 "
  "*badge badges 22 name@ rank# "
  "*award awards 420 badge>badge user>user day/",
  /* Wards and beds. */
  "*patient patients 350 name@ age#0-99 "
  "*department departments 12 name@ floor#1-9 "
  "*doctor doctors 46 name@ department>department "
  "*ward wards 18 name@ department>department beds#2-12 "
  "*drug drugs 140 name@ dose#5-500 "
  "*visit visits 900 patient>patient doctor>doctor ward?>ward day/ priority#1-5 "
  "*prescription prescriptions 800 visit>visit drug>drug perDay#1-4 days#1-30",
};

static const char *const other_schemas[] = {
  /* A league. */
  "*season seasons 12 name@ year#2008-2020 "
  "*team teams 20 name@ founded#1880-1990 "
  "*stadium stadiums 24 name@ capacity#9000-80000 "
  "*referee referees 31 name@ "
  "*player players 480 name@ team>team number#1-99 height#165-205 "
  "*match matches 760 season>season round#1-38 homeTeam>team awayTeam>team stadium>stadium "
  "referee>referee homeGoals#0-7 awayGoals#0-7 "
  "*goal goals 1500 match>match player>player minute#1-90 "
  "*standing standings 240 season>season team>team rank#1-20 points#20-99",
  /* A tracker of issues. */
  "*user users 64 name@ "
  "*project projects 9 name@ key@3 lead>user "
  "*milestone milestones 48 project>project title\" due/ "
  "*label labels 37 name@ color\" "
  "*issue issues 900 project>project reporter>user assignee?>user milestone?>milestone "
  "number#1-400 "
  "priority#1-5 status|open,closed,new duplicateOf?=issue labels[]>label "
  "*comment comments 1500 issue>issue author>user day/ "
  "*attachment attachments 210 issue>issue uploadedBy=user size#100-90000",
  /* Books to lend. */
  "*author authors 180 name@ born#1850-1990 "
  "*publisher publishers 44 name@ "
  "*book books 520 title\" publisher>publisher pages#80-900 year#1950-2020 "
  "*bookAuthor bookAuthors 700 book>book author>author position#1-3 "
  "*branch branches 6 name@ "
  "*copy copies 1300 book>book branch>branch condition#1-5 "
  "*member members 260 name@ age#6-90 "
  "*loan loans 1500 copy>copy member>member day/ renewals#0-3",
  /* Staff. */
  "*region regions 4 name@ "
  "*country countries 25 name@ region>region "
  "*location locations 23 city\" country>country "
  "*job jobs 19 title\" minSalary#2000-9000 maxSalary#9000-40000 "
  "*department departments 27 name@ location>location "
  "*employee employees 107 name@ job>job department>department manager?=employee salary#2000-24000 "
  "*jobHistory jobHistories 60 employee>employee job>job department>department from/ "
  "*dependent dependents 130 employee>employee name\" ",
  /* Lines and stops. */
  "*agency agencies 3 name@ "
  "*route routes 45 agency>agency name\" sortOrder# "
  "*service services 11 name@ "
  "*trip trips 600 route>route service>service direction#0-1 "
  "*stop stops 340 name@ zone#1-5 parentStation?=stop "
  "*stopTime stopTimes 1600 trip>trip stop>stop sequence#1-40 "
  "*transfer transfers 220 fromStop>stop toStop>stop seconds#60-600",
  /* A brewery guide. */
  "*brewery breweries 140 name@ city\" "
  "*style styles 48 name@ category>category "
  "*category categories 11 name@ "
  "*beer beers 620 name@ brewery>brewery style>style alcohol#3-12 bitterness#5-99 "
  "*reviewer reviewers 170 name@ "
  "*review reviews 1500 beer>beer reviewer>reviewer score#1-20 "
  "*bar bars 58 name@ beers[]>beer seats#10-200",
};

typedef enum
{
  STYLE_SNAKE,   /* artist_id */
  STYLE_CAMEL,   /* artistId */
  STYLE_JOINED,  /* artistid */
  STYLE_BARE,    /* artist */
  STYLE_BEFORE,  /* id_artist */
  STYLE_FOREIGN, /* fk_artist */
  STYLE_ACCESS,  /* ArtistID */
  STYLE_NUMBER,  /* artistNo */
  N_STYLES,
} Style;

typedef enum
{
  KEY_FORM_ID,    /* _id is 1 and up */
  KEY_FORM_OWN,   /* _id is an ObjectId, id the key */
  KEY_FORM_NAMED, /* artist_id is the key of artists and what refers to them */
  KEY_FORM_ONLY,  /* the same, and there is no _id */
  N_KEY_FORMS,
} KeyForm;

#define MAX_TABLES 20u

typedef struct
{
  char *one;
  char *name;
  guint n;
  guint first; /* of its fields */
  guint end;
} Table;

typedef struct
{
  FamilyCase *of;
  Style style;
  KeyForm keys;
  Table tables[MAX_TABLES];
  guint n_tables;
  char **words;
} Relational;

/* artistId as words in between of which @between stands. */
static char *
spell (const char *name, const char *between, gboolean capital)
{
  GString *text = g_string_new (NULL);

  for (const char *at = name; *at != '\0'; at++)
    if (g_ascii_isupper (*at) && at > name)
      g_string_append_printf (text, "%s%c", between,
                              *between == '\0' && !capital ? *at : g_ascii_tolower (*at));
    else
      g_string_append_c (text, *at);
  if (capital)
    {
      g_string_truncate (text, 0);
      for (const char *at = name; *at != '\0'; at++)
        g_string_append_c (text, at == name ? g_ascii_toupper (*at) : *at);
    }
  return g_string_free (text, FALSE);
}

/* A field that is no reference, as all are written in this case. */
static char *
spell_field (const Relational *self, const char *name)
{
  if (self->style == STYLE_CAMEL || self->style == STYLE_NUMBER)
    return g_strdup (name);
  return spell (name, self->style == STYLE_ACCESS ? "" : "_", self->style == STYLE_ACCESS);
}

/* What refers to @name: its key. */
static char *
spell_reference (const Relational *self, const char *name)
{
  g_autofree char *plain = spell_field (self, name);
  g_autofree char *joined = NULL;

  switch (self->style)
    {
    case STYLE_SNAKE:
      return g_strconcat (plain, "_id", NULL);
    case STYLE_CAMEL:
      return g_strconcat (plain, "Id", NULL);
    case STYLE_JOINED:
      joined = g_ascii_strdown (name, -1);
      return g_strconcat (joined, "id", NULL);
    case STYLE_BEFORE:
      return g_strconcat ("id_", plain, NULL);
    case STYLE_FOREIGN:
      return g_strconcat ("fk_", plain, NULL);
    case STYLE_ACCESS:
      return g_strconcat (plain, "ID", NULL);
    case STYLE_NUMBER:
      return g_strconcat (plain, "No", NULL);
    case STYLE_BARE:
    case N_STYLES:
    default:
      return g_steal_pointer (&plain);
    }
}

static char *
spell_key (const Relational *self, const Table *table)
{
  if (self->keys == KEY_FORM_NAMED || self->keys == KEY_FORM_ONLY)
    return spell_reference (self, table->one);
  return g_strdup (self->keys == KEY_FORM_OWN ? "id" : "_id");
}

static const Table *
find_table (const Relational *self, const char *one)
{
  for (guint i = 0; i < self->n_tables; i++)
    if (g_str_equal (self->tables[i].one, one))
      return &self->tables[i];
  g_error ("no collection %s", one);
}

/* Different for each number below the room there is. */
static char *
code_of (guint length, guint number)
{
  char *text = g_new0 (char, length + 1);
  guint64 at = (guint64)number * 15015 * 1009 + 77;

  for (guint i = 0; i < length; i++, at /= 26)
    text[i] = (char)('A' + at % 26);
  return text;
}

static char *
name_of (const char *field, const char *one, guint number)
{
  static const char *const first[] = { "Al",  "Ber", "Cor", "Dun", "El",  "Fal", "Gor", "Hu", "Il",
                                       "Jas", "Kor", "Lun", "Mar", "Nor", "Ost", "Per", "Quo" };
  static const char *const last[] = { "dan",  "mir",  "vale", "stone", "wick", "ford", "by",
                                      "holm", "sund", "ton",  "ria",   "gast", "heim" };
  guint mixed = number * 7 + g_str_hash (one) % 1000 + g_str_hash (field) % 77;
  const char *a = first[mixed % 17], *b = last[mixed % 13];

  return g_strdup_printf ("%s%s %s%s", a, b, first[mixed / 17 % 17], last[mixed / 221 % 13]);
}

static void
tell (Relational *self,
      GHashTable *where,
      const Table *from,
      const char *path,
      const char *to,
      const char *key)
{
  g_hash_table_add (where, g_strdup_printf ("%s.%s -> %s.%s", from->name, path,
                                            find_table (self, to)->name, key));
}

/* A reference to one of the documents of @to. */
static void
append_reference (Relational *self,
                  GString *text,
                  const Table *to,
                  const char *key,
                  const char *marks,
                  guint number)
{
  guint which = strchr (marks, '!') != NULL   ? number % to->n
                : strchr (marks, '%') != NULL ? pick (self->of, 0, MIN (to->n, 3) - 1)
                : pick (self->of, 0, 2) > 0   ? pick (self->of, 0, to->n - 1)
                                              : pick (self->of, 0, pick (self->of, 0, to->n - 1));

  if (key != NULL)
    {
      g_autofree char *code = code_of (5, which);

      g_string_append_printf (text, "\"%s\"", code);
    }
  else
    g_string_append_printf (text, "%u", which + 1);
}

/* The end of a name within a field of a schema. */
static gsize
get_name_length (const char *word)
{
  return strspn (word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

static void
append_field (Relational *self,
              GString *text,
              const Table *table,
              const char *word,
              const char *before,
              guint number)
{
  const gsize length = get_name_length (word);
  g_autofree char *name = g_strndup (word, length);
  g_autofree char *spelled = NULL;
  const char *rest = word + length;
  gsize n_marks;

  /* A reference has its marks before or behind what it refers to. */
  n_marks = strspn (rest, "?!%[]:");
  if (rest[n_marks] == '>' || rest[n_marks] == '=')
    {
      const char *target = rest + n_marks + 1;
      g_autofree char *marks = g_strconcat (rest, NULL);
      g_autofree char *one = g_strndup (target, get_name_length (target));
      const Table *to = find_table (self, one);
      const char *dot = strchr (target, '.');
      g_autofree char *key = dot != NULL ? spell_field (self, dot + 1) : spell_key (self, to);
      const gboolean is_list = strstr (marks, "[]") != NULL;
      g_autofree char *path = NULL;

      if (is_list || rest[n_marks] == '=')
        spelled = is_list ? spell_field (self, name) : g_strdup (name);
      else
        spelled = spell_reference (self, name);
      path = g_strconcat (before, spelled, is_list ? "[]" : "", NULL);
      tell (self, strchr (marks, ':') != NULL ? self->of->either : self->of->truth, table, path,
            one, key);
      if (strchr (marks, '?') != NULL && pick (self->of, 0, 2) == 0)
        return;
      g_string_append_printf (text, ",\"%s\":%s", spelled, is_list ? "[" : "");
      append_reference (self, text, to, dot != NULL ? key : NULL, marks, number);
      for (guint i = 0; is_list && i < pick (self->of, 0, 5); i++)
        {
          g_string_append_c (text, ',');
          append_reference (self, text, to, NULL, marks, number);
        }
      g_string_append (text, is_list ? "]" : "");
      return;
    }
  spelled = spell_field (self, name);
  g_string_append_printf (text, ",\"%s\":", spelled);
  if (*rest == '#')
    {
      char *end;
      gint64 low = g_ascii_strtoll (rest + 1, &end, 10);
      gint64 high = *end == '-' ? g_ascii_strtoll (end + 1, NULL, 10) : 0;

      g_string_append_printf (
          text, "%d",
          rest[1] == '\0' ? (int)number + 1
                          : g_rand_int_range (self->of->random, (gint32)low, (gint32)high + 1));
    }
  else if (*rest == '@' && g_ascii_isdigit (rest[1]))
    {
      g_autofree char *code = code_of ((guint)(rest[1] - '0'), number);

      g_string_append_printf (text, "\"%s\"", code);
    }
  else if (*rest == '@' || *rest == '"')
    {
      g_autofree char *value =
          name_of (name, table->one, *rest == '@' ? number : pick (self->of, 0, 900));

      g_string_append_printf (text, "\"%s\"", value);
    }
  else if (*rest == '$')
    g_string_append_printf (text, "%u.%02u", pick (self->of, 0, 90), pick (self->of, 1, 99));
  else if (*rest == '/')
    g_string_append_printf (text, "\"20%02u-%02u-%02u\"", pick (self->of, 10, 24),
                            pick (self->of, 1, 12), pick (self->of, 1, 28));
  else
    {
      g_auto (GStrv) values = g_strsplit (rest + 1, ",", -1);

      g_string_append_printf (text, "\"%s\"",
                              values[pick (self->of, 0, g_strv_length (values) - 1)]);
    }
}

static void
append_list (Relational *self, GString *text, const Table *table, guint first, guint end)
{
  char *opening = strchr (self->words[first], '(');
  g_autofree char *name = g_strndup (self->words[first], (gsize)(opening - self->words[first]));
  g_autofree char *spelled = spell_field (self, name);
  g_autofree char *before = g_strconcat (spelled, "[].", NULL);
  const guint n = pick (self->of, 1, 5);

  g_string_append_printf (text, ",\"%s\":[", spelled);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GString) element = g_string_new (NULL);

      for (guint k = first; k < end; k++)
        {
          g_autofree char *word = g_strdup (k == first ? opening + 1 : self->words[k]);

          if (k + 1 == end)
            word[strlen (word) - 1] = '\0';
          append_field (self, element, table, word, before, i);
        }
      g_string_append_printf (text, "%s{%s}", i > 0 ? "," : "", element->str + 1);
    }
  g_string_append_c (text, ']');
}

static void
add_table (Relational *self, const Table *table)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *key = spell_key (self, table);

  for (guint i = 0; i < table->n; i++)
    {
      if (self->keys == KEY_FORM_ID)
        g_string_append_printf (text, "{\"_id\":%u", i + 1);
      else if (self->keys == KEY_FORM_ONLY)
        g_string_append_printf (text, "{\"%s\":%u", key, i + 1);
      else
        g_string_append_printf (text, "{\"_id\":{\"$oid\":\"%08x%08x%08x\"},\"%s\":%u",
                                g_str_hash (table->one), i * 7919u, i, key, i + 1);
      for (guint k = table->first, next; k < table->end; k = next)
        {
          next = k + 1;
          if (strchr (self->words[k], '(') == NULL)
            {
              append_field (self, text, table, self->words[k], "", i);
              continue;
            }
          while (strchr (self->words[next - 1], ')') == NULL)
            next++;
          append_list (self, text, table, k, next);
        }
      g_string_append (text, "}\n");
    }
  database_add_text (self->of->database, table->name, text->str);
}

static void
fill (FamilyCase *of, const char *const *from, guint n_schemas)
{
  Relational self = { .of = of };
  g_auto (GStrv) words = NULL;
  gboolean is_plural, has_modules;

  self.words = words = g_strsplit (from[pick (of, 0, n_schemas - 1)], " ", -1);
  self.style = (Style)pick (of, 0, N_STYLES - 1);
  self.keys = (KeyForm)pick (of, 0, N_KEY_FORMS - 1);
  /* The key of genres is not called genre. */
  if (self.keys >= KEY_FORM_NAMED && (self.style == STYLE_BARE || self.style == STYLE_FOREIGN))
    self.keys = KEY_FORM_ID;
  has_modules = pick (of, 0, 3) == 0;
  is_plural = pick (of, 0, 3) > 0;
  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] == '*')
      {
        Table *table = &self.tables[self.n_tables++];
        const guint usual = (guint)g_ascii_strtoull (words[i + 2], NULL, 10);

        table->one = words[i] + 1;
        table->name = self.style == STYLE_ACCESS
                          ? spell (is_plural ? words[i + 1] : table->one, "", TRUE)
                          : spell_field (&self, is_plural ? words[i + 1] : table->one);
        if (has_modules)
          {
            g_autofree char *name = g_steal_pointer (&table->name);

            table->name = g_strconcat (self.n_tables % 4 < 2 ? "core_" : "backoffice_", name, NULL);
          }
        /* A few are as few as ever, and many are not as many as there. */
        table->n = usual < 10 ? usual : pick (of, usual / 2, usual);
        i += 2;
        table->first = table->end = i + 1;
      }
    else if (words[i][0] != '\0')
      self.tables[self.n_tables - 1].end = i + 1;
  for (guint i = 0; i < self.n_tables; i++)
    add_table (&self, &self.tables[i]);
  for (guint i = 0; i < self.n_tables; i++)
    g_free (self.tables[i].name);
}

/* Fills a case with a schema that the rules were tried on. */
void
make_relational (FamilyCase *self)
{
  fill (self, schemas, G_N_ELEMENTS (schemas));
}

/* Fills a case with one that they were not. */
void
make_relational_unseen (FamilyCase *self)
{
  fill (self, other_schemas, G_N_ELEMENTS (other_schemas));
}
