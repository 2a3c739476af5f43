/* SPDX-License-Identifier: Apache-2.0 */

/* What names say of references: that a field called `homeTeamId` may well be the key of a team, and
 * one called `parent` that of a document of the same collection. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"
#include "text/squill-text.h"

#include <string.h>

/* Both names are the same. */
#define FIT_WHOLE 1.0
/* home_team -> teams */
#define FIT_QUALIFIED 0.85
/* category -> product_categories */
#define FIT_HEAD 0.75
/* home_team -> sports_teams */
#define FIT_PART 0.55
/* sku -> products.sku */
#define FIT_SAME_KEY 0.85
/* default_currency_code -> currencies.currency_code */
#define FIT_KEY_TAIL 0.7
#define FIT_SELF_ROLE 0.8
#define FIT_OWN_ROLE 0.85
#define FIT_PERSON_ROLE 0.6
/* Words that are left out of a name cost a little. */
#define FIT_FILLER 0.97
/* Shorter words are the end of many others. */
#define JOINED_LENGTH 4u
#define JOINED_REST 3u
/* Shorter words that end like one that does something are others: user, color. */
#define AGENT_LENGTH 4u
/* Below, two words are not the same. */
#define WORD_FIT 0.6

/* They say that something is a key, not of what. */
static const char *const key_words[] = {
  "id",   "ids",   "oid",  "oids", "uid",       "uids",       "uuid",        "uuids",
  "guid", "guids", "ref",  "refs", "reference", "references", "key",         "keys",
  "code", "codes", "no",   "nr",   "num",       "number",     "numbers",     "nummer",
  "fk",   "pk",    "link", "slug", "slugs",     "identifier", "identifiers", "ptr",
};

/* Those that say of something else that it is one. */
static const char *const id_words[] = { "id",    "ids",  "oid",   "oids", "uid", "uuid",
                                        "uuids", "guid", "guids", "ref",  "fk" };

static const char *const key_prefixes[] = { "id", "ids", "fk", "ref", "oid", "uuid" };

/* What describes a thing and is copied, rather than what it is known by. */
static const char *const descriptive_words[] = {
  "name", "title", "label", "description", "text",  "caption", "type",    "status", "state",
  "kind", "value", "date",  "time",        "email", "phone",   "address", "color",  "colour",
};

/* How much or how many, or which place in an order; none of that is a key. */
static const char *const quantity_words[] = {
  "count",  "total",    "sum",      "amount",     "quantity", "qty",     "size",     "length",
  "width",  "height",   "weight",   "age",        "year",     "month",   "day",      "hour",
  "minute", "second",   "duration", "rank",       "rating",   "score",   "level",    "position",
  "order",  "sequence", "percent",  "share",      "price",    "cost",    "balance",  "points",
  "stock",  "capacity", "distance", "depth",      "priority", "version", "revision", "average",
  "avg",    "min",      "max",      "population", "area",     "offset",  "page",     "limit",
  "week",   "weekday",  "quarter",  "percentage", "progress", "row",     "column",
};

/* Keys of another system, which several things may have from there. */
static const char *const outside_words[] = {
  "external", "ext",     "extern", "foreign", "legacy",
  "remote",   "outside", "old",    "import",  "imported",
};

/* Keys that a thing has beside another. */
static const char *const own_words[] = {
  "internal", "local", "global", "unique", "numeric", "public", "short", "secondary", "alt",
};

/* Fields that say of what kind it is that a key beside them leads to. */
static const char *const type_words[] = {
  "type", "kind", "model", "class", "entity", "collection", "target", "table", "typ", "ref",
};

/* They add nothing to what a collection or map is of. */
static const char *const filler_words[] = {
  "name",  "names", "map",  "list",   "table",   "lookup",     "dict",   "dictionary",
  "index", "data",  "info", "record", "records", "collection", "master", "cache",
  "by",    "id",    "ids",  "code",   "codes",   "key",        "keys",
};

/* They say that there are several things, not which. */
static const char *const container_words[] = {
  "entry",  "item",     "list", "row", "record", "value",   "element",
  "result", "document", "doc",  "all", "data",   "content", "object",
};

static const char *const self_roles[] = {
  "parent",       "parents",     "child",        "children",     "ancestor",    "ancestors",
  "descendant",   "superior",    "boss",         "manager",      "supervisor",  "predecessor",
  "successor",    "previous",    "prev",         "next",         "root",        "original",
  "duplicate",    "related",     "linked",       "similar",      "friend",      "friends",
  "follower",     "followers",   "following",    "spouse",       "mother",      "father",
  "sibling",      "siblings",    "referrer",     "referred",     "replaces",    "replacement",
  "replaced",     "superseded",  "preceded",     "followed",     "succeeded",   "replied",
  "replying",     "reply",       "reports",      "depends",      "dependency",  "dependencies",
  "forked",       "base",        "eltern",       "vorgesetzter", "vorgaenger",  "nachfolger",
  "responsable",  "padre",       "jefe",         "mentor",       "partner",     "sponsor",
  "invited",      "follows",     "neighbor",     "neighbors",    "neighbour",   "neighbours",
  "border",       "borders",     "evolution",    "evolutions",   "evolves",     "variant",
  "variants",     "alternative", "alternatives", "peer",         "peers",       "subordinate",
  "subordinates", "derived",     "copied",       "cloned",       "split",       "based",
  "rival",        "rivals",      "enemy",        "enemies",      "ally",        "allies",
  "opponent",     "opponents",   "merged",       "substitute",   "substitutes", "deputy",
  "deputies",     "delegate",    "sequel",       "prequel",      "remake",      "spinoff",
};

/* Those that say what one does; they are not several. */
static const char *const role_verbs[] = {
  "replaces", "reports", "depends", "follows", "evolves", "supersedes", "extends", "precedes",
};

static const char *const person_roles[] = {
  "user",     "owner",    "author",    "creator",     "created",   "updated",   "modified",
  "assignee", "assigned", "reviewer",  "approver",    "approved",  "sender",    "recipient",
  "receiver", "seller",   "buyer",     "customer",    "member",    "manager",   "contact",
  "employee", "editor",   "publisher", "reporter",    "submitter", "writer",    "uploader",
  "uploaded", "player",   "agent",     "participant", "attendee",  "organizer", "host",
  "guest",    "driver",   "teacher",   "instructor",  "doctor",    "patient",   "voter",
  "follower", "friend",   "ersteller", "besitzer",    "auteur",    "liked",     "posted",
  "deleted",  "closed",   "requester", "admin",       "moderator", "winner",    "caller",
};

/* Some roles are those of people who work there, and some of those they work for. */
static const char *const staff_roles[] = {
  "rep",        "reps",       "representative", "clerk",   "cashier",    "salesperson", "salesman",
  "technician", "supervisor", "manager",        "teacher", "instructor", "operator",    "boss",
};

static const char *const client_roles[] = { "buyer",   "customer", "client",
                                            "patient", "guest",    "purchaser" };

static const char *const staff_entities[] = { "employee", "staff", "worker", "mitarbeiter" };

static const char *const client_entities[] = { "customer", "client", "patient", "guest", "kunde" };

/* They may stand behind what they belong to: muscles_secondary, language_target. */
static const char *const qualifiers[] = {
  "source",   "target",      "from",     "to",      "origin",    "destination", "src",
  "dst",      "home",        "away",     "primary", "secondary", "main",        "other",
  "default",  "alternative", "alt",      "current", "previous",  "next",        "first",
  "second",   "third",       "last",     "billing", "shipping",  "old",         "new",
  "original", "preferred",   "favorite", "a",       "b",         "z",
};

static const char *const small_words[] = { "to",   "by",  "of", "from", "on",   "in",  "for",
                                           "with", "off", "up", "out",  "over", "down" };

static const char *const person_entities[] = {
  "user",    "person", "employee", "account",  "member",      "staff",    "customer",    "profile",
  "contact", "client", "player",   "benutzer", "mitarbeiter", "personne", "utilisateur", "usuario",
};

/* What people sign in with, or are called by where each has to be called otherwise. */
static const char *const login_names[] = {
  "username", "userlogin", "login",  "loginname",  "loginid",
  "nickname", "nick",      "handle", "screenname", "accountname",
};

/* How words end that say what somebody does: renter, tenant, trustee. */
static const char *const agent_endings[] = { "er", "or", "ee", "ist", "ant" };

/* What connections between things are called. */
static const char *const relation_words[] = {
  "relation", "relationship", "link",   "connection", "association",
  "edge",     "tie",          "family", "hierarchy",  "mapping",
};

/* Bits of the roles of a name. */
enum
{
  ROLE_OF_OWN_KIND = 1 << 0,
  ROLE_OF_PERSON = 1 << 1,
  ROLE_IS_PERSON = 1 << 2,
  ROLE_IS_QUANTITY = 1 << 3,
  ROLE_OF_STAFF = 1 << 4,
  ROLE_OF_CLIENT = 1 << 5,
  ROLE_IS_STAFF = 1 << 6,
  ROLE_IS_CLIENT = 1 << 7,
};

static gboolean
is_among (const char *word, const char *const *words, guint n_words)
{
  for (guint i = 0; i < n_words; i++)
    if (g_str_equal (word, words[i]))
      return TRUE;
  return FALSE;
}

#define IS_AMONG(word, words) is_among (word, words, G_N_ELEMENTS (words))

static const SquillReferenceWord *
get_last (const SquillReferenceName *self)
{
  return &self->words[self->first + self->n_stem - 1];
}

/* Whether nothing but words such as in "reply to" and "created by" follow. */
static gboolean
is_last_of_meaning (const SquillReferenceName *name, guint index)
{
  for (guint i = index + 1; i < name->first + name->n_stem; i++)
    if (!IS_AMONG (name->words[i].text, small_words))
      return FALSE;
  return TRUE;
}

/* Whether the word says what was done, and by whom follows: submittedBy, checked_in_by. */
static gboolean
is_done_by (const SquillReferenceName *name, guint index)
{
  static const char *const irregular[] = { "sold",   "sent",  "paid",  "held",  "led",
                                           "taught", "given", "taken", "drawn", "written" };
  const guint end = name->first + name->n_stem;

  return index + 1 < end && g_str_equal (name->words[end - 1].text, "by") &&
         (g_str_has_suffix (name->words[index].text, "ed") ||
          IS_AMONG (name->words[index].text, irregular));
}

/* What a collection is of, as far as these are people. */
static guint
find_people (const char *entity)
{
  const gboolean is_staff = IS_AMONG (entity, staff_entities);
  const gboolean is_client = IS_AMONG (entity, client_entities);

  return (is_staff ? ROLE_IS_STAFF : 0) | (is_client ? ROLE_IS_CLIENT : 0) |
         (is_staff || is_client || IS_AMONG (entity, person_entities) ? ROLE_IS_PERSON : 0);
}

/* What a word says somebody to be, of one or of several. */
static guint
find_person_roles (const SquillReferenceWord *word)
{
  const gboolean is_staff = IS_AMONG (word->singular, staff_roles);
  const gboolean is_client = IS_AMONG (word->singular, client_roles);

  return (is_staff ? ROLE_OF_STAFF : 0) | (is_client ? ROLE_OF_CLIENT : 0) |
         (is_staff || is_client || IS_AMONG (word->text, person_roles) ||
                  IS_AMONG (word->singular, person_roles)
              ? ROLE_OF_PERSON
              : 0);
}

static void
find_roles (SquillReferenceName *self)
{
  self->roles = self->n_words > 0 ? find_people (self->words[self->n_words - 1].singular) : 0;
  if (self->n_words > 0 && (IS_AMONG (self->words[self->n_words - 1].singular, quantity_words) ||
                            IS_AMONG (self->words[self->n_words - 1].text, quantity_words)))
    self->roles |= ROLE_IS_QUANTITY;
  /* The last word says what it is: a child count is a count. */
  for (guint i = self->first; i < self->first + self->n_stem; i++)
    {
      if (!is_last_of_meaning (self, i))
        continue;
      if (IS_AMONG (self->words[i].text, self_roles))
        self->roles |= ROLE_OF_OWN_KIND;
      self->roles |= find_person_roles (&self->words[i]);
      if (is_done_by (self, i))
        self->roles |= ROLE_OF_PERSON;
    }
}

static char *
join_words (const SquillReferenceWord *words, guint n_words)
{
  GString *joined = g_string_new (NULL);

  for (guint i = 0; i < n_words; i++)
    g_string_append (joined, i + 1 < n_words ? words[i].text : words[i].singular);
  return g_string_free (joined, FALSE);
}

/* Ends that say that a word is the key of something: customerid, kundennr. */
static const struct
{
  const char *end;
  gsize shortest; /* of what is before: a postcode is no code of a post */
  gboolean is_number;
} key_ends[] = {
  { "ids", 3, FALSE },   { "id", 3, FALSE }, { "refs", 3, FALSE }, { "ref", 3, FALSE },
  { "nummer", 3, TRUE }, { "nr", 3, TRUE },  { "code", 6, TRUE },
};

/* Whether a word ends as a number or code of something does, however short it is. */
static gboolean
is_number_of (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (key_ends); i++)
    if (key_ends[i].is_number && g_str_has_suffix (word, key_ends[i].end))
      return TRUE;
  return FALSE;
}

/* What is before the end that says it is a key, where nothing stands between: customerid. */
static char *
split_marker (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (key_ends); i++)
    {
      gsize length = strlen (word), end = strlen (key_ends[i].end);

      if (length >= end + key_ends[i].shortest && g_str_has_suffix (word, key_ends[i].end))
        {
          g_autofree char *before = g_strndup (word, length - end);

          /* An s may join both: auftragsnr. */
          return is_number_of (word) ? squill_text_singular (before) : g_steal_pointer (&before);
        }
    }
  return NULL;
}

static void
find_stem (SquillReferenceName *self)
{
  guint end = self->n_words;

  self->first = 0;
  self->marked = FALSE;
  while (end > 0 && IS_AMONG (self->words[end - 1].text, key_words))
    end--;
  self->marked = end < self->n_words;
  while (end > self->first + 1 && IS_AMONG (self->words[self->first].text, key_prefixes))
    {
      self->first++;
      self->marked = TRUE;
    }
  self->n_stem = end - self->first;
  self->joined = join_words (self->words + self->first, self->n_stem);
  self->unmarked = split_marker (self->joined);
  self->marked = self->marked || self->unmarked != NULL;
  self->plural =
      self->n_stem > 0 && !g_str_equal (get_last (self)->text, get_last (self)->singular);
}

static char *
digits_of (const char *name)
{
  GString *digits = g_string_new (NULL);

  for (const char *at = name; *at != '\0'; at++)
    if (g_ascii_isdigit (*at))
      g_string_append_c (digits, *at);
  return g_string_free (digits, FALSE);
}

/* What is before the end that adds nothing, where nothing stands between: profiletable. */
static char *
cut_filler (const char *whole)
{
  /* Shorter words are the end of others. */
  static const char *const fillers[] = { "table", "lookup", "index", "dictionary" };

  for (guint i = 0; i < G_N_ELEMENTS (fillers); i++)
    {
      const gsize length = strlen (whole), filler = strlen (fillers[i]);

      if (length >= filler + JOINED_LENGTH && g_str_has_suffix (whole, fillers[i]))
        return g_strndup (whole, length - filler);
    }
  return NULL;
}

/**
 * _squill_reference_name_new:
 * @name: a name of a field or collection
 *
 * Returns: (transfer full): the name taken apart
 */
SquillReferenceName *
_squill_reference_name_new (const char *name)
{
  SquillReferenceName *self = g_new0 (SquillReferenceName, 1);
  g_auto (GStrv) words = _squill_reference_split_words (name);

  self->n_words = g_strv_length (words);
  self->words = g_new0 (SquillReferenceWord, self->n_words + 1);
  for (guint i = 0; i < self->n_words; i++)
    {
      self->words[i].text = g_steal_pointer (&words[i]);
      self->words[i].singular = squill_text_singular (self->words[i].text);
    }
  find_stem (self);
  find_roles (self);
  self->whole = join_words (self->words, self->n_words);
  self->n_core = self->n_words;
  while (self->n_core > 1 && IS_AMONG (self->words[self->n_core - 1].text, filler_words))
    self->n_core--;
  self->core = self->n_core < self->n_words ? join_words (self->words, self->n_core)
                                            : cut_filler (self->whole);
  self->digits = digits_of (name);
  return self;
}

void
_squill_reference_name_free (SquillReferenceName *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_words; i++)
    {
      g_free (self->words[i].text);
      g_free (self->words[i].singular);
    }
  g_free (self->words);
  g_free (self->joined);
  g_free (self->unmarked);
  g_free (self->whole);
  g_free (self->core);
  g_free (self->own);
  g_free (self->digits);
  g_free (self);
}

/**
 * _squill_reference_name_set_space:
 * @self: the name of a collection
 * @n_space: how many words at its begin say to which part of the database it belongs
 *
 * Says which words are shared with other collections.
 */
void
_squill_reference_name_set_space (SquillReferenceName *self, guint n_space)
{
  g_free (self->own);
  self->n_space = n_space;
  self->own = n_space > 0 && n_space < self->n_words
                  ? join_words (self->words + n_space, self->n_words - n_space)
                  : NULL;
}

/**
 * _squill_reference_name_is_generic:
 * @self: a name
 *
 * Returns: whether it says that something is a key and nothing else: `id`, `code`, `refNo`
 */
gboolean
_squill_reference_name_is_generic (const SquillReferenceName *self)
{
  return self->n_stem == 0;
}

/**
 * _squill_reference_name_is_descriptive:
 * @self: a name
 *
 * Returns: whether it is called like what describes a thing, not what it is known by: `name`,
 * `status`
 */
gboolean
_squill_reference_name_is_descriptive (const SquillReferenceName *self)
{
  return self->n_stem > 0 && !self->marked &&
         (IS_AMONG (get_last (self)->singular, descriptive_words) ||
          g_str_has_suffix (get_last (self)->singular, "name"));
}

/**
 * _squill_reference_name_is_color:
 * @self: a name
 *
 * Returns: whether it says that it is a color; those of a palette are the same everywhere
 */
gboolean
_squill_reference_name_is_color (const SquillReferenceName *self)
{
  const char *last = self->n_words > 0 ? self->words[self->n_words - 1].singular : "";

  return g_str_equal (last, "color") || g_str_equal (last, "colour");
}

/**
 * _squill_reference_name_is_type:
 * @self: a name
 *
 * Returns: whether it is called like what says where a key beside it leads to: `commentable_type`
 */
gboolean
_squill_reference_name_is_type (const SquillReferenceName *self)
{
  return self->n_words > 0 && IS_AMONG (self->words[self->n_words - 1].singular, type_words);
}

/**
 * _squill_reference_name_is_quantity:
 * @self: a name
 *
 * Returns: whether it says how much, how many or which place in an order: `child_count`, `rank`
 */
gboolean
_squill_reference_name_is_quantity (const SquillReferenceName *self)
{
  return !self->marked && (self->roles & ROLE_IS_QUANTITY) != 0;
}

/**
 * _squill_reference_name_is_verb:
 * @self: a name
 *
 * Returns: whether what looks like several things is what one does: `replaces`, `reportsTo`
 */
gboolean
_squill_reference_name_is_verb (const SquillReferenceName *self)
{
  for (guint i = self->first; i < self->first + self->n_stem; i++)
    if (IS_AMONG (self->words[i].text, role_verbs))
      return TRUE;
  return FALSE;
}

/**
 * _squill_reference_name_begins_with_role:
 * @self: a name
 *
 * Returns: whether it says first what another of its kind is to it: `parentHash`, `previous_block`
 */
gboolean
_squill_reference_name_begins_with_role (const SquillReferenceName *self)
{
  return self->n_stem > 0 && IS_AMONG (self->words[self->first].text, self_roles);
}

/**
 * _squill_reference_name_is_id:
 * @self: a name
 *
 * Returns: whether it says that it is the id of what it names: `customer_id`, `refCustomer`; a
 * number or a code may be what the thing itself has
 */
gboolean
_squill_reference_name_is_id (const SquillReferenceName *self)
{
  if ((self->unmarked != NULL && !is_number_of (self->joined)) || self->first > 0)
    return TRUE;
  for (guint i = self->first + self->n_stem; i < self->n_words; i++)
    if (IS_AMONG (self->words[i].text, id_words))
      return TRUE;
  return FALSE;
}

/**
 * _squill_reference_name_is_outside:
 * @self: a name
 *
 * Returns: whether it says of a key that it is one of another system: `legacy_id`
 */
gboolean
_squill_reference_name_is_outside (const SquillReferenceName *self)
{
  return self->n_stem > 0 && IS_AMONG (self->words[self->first].text, outside_words);
}

/**
 * _squill_reference_name_is_login:
 * @self: a name of a field
 *
 * Returns: whether it says that people are told apart by it: `username`
 */
gboolean
_squill_reference_name_is_login (const SquillReferenceName *self)
{
  return IS_AMONG (self->whole, login_names);
}

/**
 * _squill_reference_name_is_person:
 * @self: a name of a collection
 *
 * Returns: whether its documents are people, or what they have with somebody: `users`, `accounts`
 */
gboolean
_squill_reference_name_is_person (const SquillReferenceName *self)
{
  return (self->roles & ROLE_IS_PERSON) != 0;
}

/**
 * _squill_reference_name_is_relation:
 * @self: a name of a collection
 *
 * Returns: whether it says that its documents connect things: `house_relationships`
 */
gboolean
_squill_reference_name_is_relation (const SquillReferenceName *self)
{
  return self->n_words > 1 && IS_AMONG (self->words[self->n_words - 1].singular, relation_words);
}

/**
 * _squill_reference_name_may_be_person:
 * @field: the name of a field
 * @entity: the name of what it may refer to
 *
 * Returns: whether @entity are people, and @field may say what one of them does: `renter`
 */
gboolean
_squill_reference_name_may_be_person (const SquillReferenceName *field,
                                      const SquillReferenceName *entity)
{
  const char *word = field->n_stem > 0 ? get_last (field)->text : "";

  if ((entity->roles & ROLE_IS_PERSON) == 0 || strlen (word) < AGENT_LENGTH)
    return FALSE;
  if ((field->roles & ROLE_OF_PERSON) != 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (agent_endings); i++)
    if (g_str_has_suffix (word, agent_endings[i]))
      return TRUE;
  return FALSE;
}

/**
 * _squill_reference_name_is_own:
 * @self: a name
 *
 * Returns: whether it says of a key that it is another of the same thing: `internal_id`
 */
gboolean
_squill_reference_name_is_own (const SquillReferenceName *self)
{
  return self->n_stem == 1 && IS_AMONG (self->words[self->first].text, own_words);
}

/**
 * _squill_reference_name_is_container:
 * @self: the name of an array or a map
 *
 * Returns: whether it says that there are several things in it, and not which: `entries`, `rows`
 */
gboolean
_squill_reference_name_is_container (const SquillReferenceName *self)
{
  return self->n_words == 1 && IS_AMONG (self->words[0].singular, container_words);
}

/**
 * _squill_reference_name_equals:
 * @self: a name
 * @other: another
 *
 * Returns: whether they have the same words, however they are written
 */
gboolean
_squill_reference_name_equals (const SquillReferenceName *self, const SquillReferenceName *other)
{
  if (self->n_words != other->n_words || self->n_words == 0)
    return FALSE;
  for (guint i = 0; i < self->n_words; i++)
    if (!g_str_equal (self->words[i].singular, other->words[i].singular))
      return FALSE;
  return TRUE;
}

/**
 * _squill_reference_name_is_initial:
 * @self: the name of a field
 * @entity: the name of a collection
 *
 * Returns: whether it is the id of one of these by their first letter: `nid` of nodes
 */
gboolean
_squill_reference_name_is_initial (const SquillReferenceName *self,
                                   const SquillReferenceName *entity)
{
  const char *word = self->n_words == 1 ? self->words[0].text : "";

  if (strlen (word) != 3 || !g_str_equal (word + 1, "id") || entity->n_core == 0)
    return FALSE;
  return entity->words[entity->n_core - 1].text[0] == word[0] ||
         (entity->n_space < entity->n_words && entity->words[entity->n_space].text[0] == word[0]);
}

/* Compares the stem of @field with @words. */
static double
fit_words (const SquillReferenceName *field, const SquillReferenceWord *words, guint n_words)
{
  double fit = 1;
  guint same = 0;

  while (same < field->n_stem && same < n_words)
    {
      const SquillReferenceWord *word = &field->words[field->first + field->n_stem - 1 - same];
      const SquillReferenceWord *other = &words[n_words - 1 - same];
      double word_fit =
          _squill_reference_compare_words (word->singular, other->singular, field->marked);

      if (word_fit < WORD_FIT)
        break;
      fit = MIN (fit, word_fit);
      same++;
    }
  if (same == 0)
    return 0;
  if (same == field->n_stem && same == n_words)
    return fit * FIT_WHOLE;
  if (same == n_words)
    return fit * FIT_QUALIFIED;
  if (same == field->n_stem)
    return fit * FIT_HEAD;
  return fit * FIT_PART;
}

/* Names that were written without anything between their words. */
static double
fit_joined (const SquillReferenceName *field, const char *joined)
{
  double fit;

  if (*joined == '\0' || field->n_stem == 0)
    return 0;
  if (g_str_equal (joined, field->joined))
    return FIT_WHOLE;
  /* unit -> shelfunits */
  if (field->n_stem == 1 && strlen (field->joined) >= JOINED_LENGTH &&
      strlen (joined) >= strlen (field->joined) + JOINED_REST &&
      g_str_has_suffix (joined, field->joined))
    return FIT_HEAD;
  if (field->unmarked == NULL)
    return 0;
  fit = _squill_reference_compare_words (field->unmarked, joined, FALSE);
  /* homeportid -> ports */
  for (const char *at = field->unmarked + 1;
       fit == 0 && strlen (field->unmarked) > JOINED_LENGTH && strlen (at) >= JOINED_LENGTH; at++)
    fit = FIT_QUALIFIED * _squill_reference_compare_words (at, joined, FALSE);
  return fit;
}

/* Compares the field with words that are also given as one. */
static double
fit_either (const SquillReferenceName *field,
            const SquillReferenceWord *words,
            guint n_words,
            const char *joined)
{
  const double fit = fit_words (field, words, n_words), joined_fit = fit_joined (field, joined);

  return MAX (fit, joined_fit);
}

/**
 * _squill_reference_name_is_of:
 * @field: the name of a field
 * @entity: what its own documents are called
 *
 * Returns: whether it is called as they are, and nothing says in which role another of them is
 * meant
 */
gboolean
_squill_reference_name_is_of (const SquillReferenceName *field, const SquillReferenceName *entity)
{
  return (field->roles & ROLE_OF_OWN_KIND) == 0 && field->n_stem > 0 &&
         field->n_stem == entity->n_words - entity->n_space &&
         fit_words (field, entity->words + entity->n_space, entity->n_words - entity->n_space) >=
             SQUILL_REFERENCE_FIT_PLURAL;
}

/* Whether a field has the number of another thing than @entity: table1 is not table2. @rest: the
 * digits that the field may have behind it. */
static gboolean
are_numbered_apart (const SquillReferenceName *field,
                    const SquillReferenceName *entity,
                    const char *rest)
{
  const gsize length = strlen (entity->digits);

  return *field->digits != '\0' && length > 0 &&
         (strncmp (field->digits, entity->digits, length) != 0 ||
          !g_str_equal (field->digits + length, rest));
}

/**
 * _squill_reference_name_fit:
 * @field: the name of a field
 * @entity: the name of a collection, of an array of objects or of a map
 *
 * Returns: 0 to 1: how well the field is called as a reference to it would be
 */
double
_squill_reference_name_fit (const SquillReferenceName *field, const SquillReferenceName *entity)
{
  const guint n_words = entity->n_words;
  double fit;

  if (field->n_stem > 1 && IS_AMONG (get_last (field)->text, qualifiers) && n_words > 0 &&
      !IS_AMONG (entity->words[n_words - 1].text, qualifiers))
    {
      SquillReferenceName before = *field;

      before.n_stem--;
      before.joined = before.words[before.first + before.n_stem - 1].singular;
      before.unmarked = NULL;
      return FIT_QUALIFIED * _squill_reference_name_fit (&before, entity);
    }

  if (field->n_stem == 0 || n_words == 0)
    return 0;
  if (are_numbered_apart (field, entity, ""))
    return 0;
  fit = fit_either (field, entity->words, n_words, entity->whole);
  if (entity->own != NULL)
    fit = MAX (fit, FIT_FILLER * fit_either (field, entity->words + entity->n_space,
                                             n_words - entity->n_space, entity->own));
  if (entity->core != NULL)
    fit = MAX (fit, FIT_FILLER * fit_either (field, entity->words, entity->n_core, entity->core));
  return fit;
}

/* Whether @words end like @other, all of it. */
static gboolean
ends_like (const SquillReferenceWord *words,
           guint n_words,
           const SquillReferenceWord *other,
           guint n_other)
{
  if (n_other > n_words)
    return FALSE;
  for (guint i = 0; i < n_other; i++)
    if (!g_str_equal (words[n_words - 1 - i].singular, other[n_other - 1 - i].singular))
      return FALSE;
  return TRUE;
}

/**
 * _squill_reference_name_fit_key:
 * @field: the name of a field
 * @entity: the name of what it may refer to
 * @key: the name of the field that that is known by
 *
 * Returns: 0 to 1: how well the field is called as the key, alone (`sku`) or with the entity before
 * it (`product_sku`)
 */
double
_squill_reference_name_fit_key (const SquillReferenceName *field,
                                const SquillReferenceName *entity,
                                const SquillReferenceName *key)
{
  if (field->n_words == 0 || key->n_words == 0 ||
      (!g_str_equal (field->words[field->n_words - 1].singular,
                     key->words[key->n_words - 1].singular) &&
       !g_str_equal (field->joined, key->joined)))
    return 0;
  if (ends_like (field->words, field->n_words, key->words, key->n_words) &&
      field->n_words > key->n_words)
    {
      SquillReferenceName before = *field;

      before.first = 0;
      before.n_stem = field->n_words - key->n_words;
      if (!are_numbered_apart (field, entity, key->digits) &&
          fit_words (&before, entity->words, entity->n_words) >= FIT_HEAD)
        return FIT_WHOLE;
    }
  if (key->n_stem == 0 || !g_str_equal (field->digits, key->digits) ||
      _squill_reference_name_is_descriptive (key))
    return 0;
  if (_squill_reference_name_equals (field, key))
    return FIT_SAME_KEY;
  /* imdb.id -> imdb */
  if (field->n_stem > 0 && g_str_equal (field->joined, key->joined))
    return FIT_SAME_KEY;
  if (key->n_words > 1 && ends_like (field->words, field->n_words, key->words, key->n_words))
    return FIT_KEY_TAIL;
  return 0;
}

/* Whether the word says of what kind, how much or in which order, rather than what is meant: a
 * display order is no order, and a payment type none of the types of something else. */
static gboolean
is_vague (const SquillReferenceWord *word)
{
  return IS_AMONG (word->singular, quantity_words) || IS_AMONG (word->text, quantity_words) ||
         IS_AMONG (word->singular, descriptive_words) || IS_AMONG (word->text, descriptive_words) ||
         IS_AMONG (word->singular, type_words);
}

/**
 * _squill_reference_name_has_head_of:
 * @field: the name of a field
 * @entity: the name of what it may refer to
 * @key: the name of the field that that is known by
 *
 * Returns: whether the field has a role before, and says last what the other is called last, or its
 * key: `duration_attribute_id` of `sports_attributes`. What many things have says nothing.
 */
gboolean
_squill_reference_name_has_head_of (const SquillReferenceName *field,
                                    const SquillReferenceName *entity,
                                    const SquillReferenceName *key)
{
  const SquillReferenceWord *stem = field->words + field->first;

  if (field->n_stem < 2 || is_vague (get_last (field)))
    return FALSE;
  return (entity->n_core > 0 &&
          g_str_equal (get_last (field)->singular, entity->words[entity->n_core - 1].singular)) ||
         (key->n_stem > 0 && key->n_stem < field->n_stem &&
          ends_like (stem, field->n_stem, key->words + key->first, key->n_stem));
}

/* parentBoard of boards: a role of what has the name of its kind behind it. */
static gboolean
is_role_of (const SquillReferenceName *field, const SquillReferenceName *entity)
{
  return field->n_stem >= 2 && IS_AMONG (field->words[field->first].text, self_roles) &&
         fit_words (field, entity->words + entity->n_space, entity->n_words - entity->n_space) >=
             FIT_QUALIFIED * SQUILL_REFERENCE_FIT_PLURAL;
}

/* Whether people are what a role is one of: who works there is no customer. */
static gboolean
may_play (const SquillReferenceName *field, const SquillReferenceName *entity)
{
  return (field->roles & ROLE_OF_PERSON) != 0 && (entity->roles & ROLE_IS_PERSON) != 0 &&
         ((field->roles & ROLE_OF_STAFF) == 0 || (entity->roles & ROLE_IS_CLIENT) == 0) &&
         ((field->roles & ROLE_OF_CLIENT) == 0 || (entity->roles & ROLE_IS_STAFF) == 0);
}

/**
 * _squill_reference_name_fit_role:
 * @field: the name of a field
 * @entity: the name of what it may refer to
 * @same_entity: the field is one of its own
 *
 * Returns: 0 to 1: how well the field is called after what the other is to it: `parent` of its own
 * kind, `createdBy` of people
 */
double
_squill_reference_name_fit_role (const SquillReferenceName *field,
                                 const SquillReferenceName *entity,
                                 gboolean same_entity)
{
  if (same_entity && (is_role_of (field, entity) || ((field->roles & ROLE_OF_OWN_KIND) != 0 &&
                                                     _squill_reference_name_is_verb (field))))
    return FIT_OWN_ROLE;
  if (same_entity && (field->roles & ROLE_OF_OWN_KIND) != 0)
    return FIT_SELF_ROLE;
  return may_play (field, entity) ? FIT_PERSON_ROLE : 0;
}
