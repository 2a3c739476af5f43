/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-dependence-private.h"
#include "design/squill-tree-private.h"

G_BEGIN_DECLS

/**
 * SquillExpansion:
 * @model: what is drawn
 * @dependence: where it is noted what was read
 * @tree: where the shapes come
 * @horizon: years
 * @stack: (element-type SquillFrame): the documents that the next shape stands in, outermost first
 * @entities: (element-type utf8): ids of the entities met, in order
 * @relationships: (element-type utf8): ids of the relationships met that store anything, in order
 * @original: (nullable): a relationship that is looked at as if it were another
 * @instead: (nullable): that other
 * @copies: (nullable) (element-type SquillCopy): the copies of @instead
 *
 * The making of the shapes of one collection from the model.
 */
typedef struct
{
  SquillModel *model;
  SquillDependence *dependence;
  SquillTree *tree;
  double horizon;
  GArray *stack;
  GPtrArray *entities;
  GPtrArray *relationships;
  const SquillRelationship *original;
  const SquillRelationship *instead;
  const GPtrArray *copies;
} SquillExpansion;

/**
 * SquillHolder:
 * @field: id of a field that is itself a reference
 * @relationship: the relationship that stores it
 * @at_parent: which end of that the field's entity is
 *
 * A field that stands in the model where a relationship stores its reference.
 */
typedef struct
{
  const char *field;
  const SquillRelationship *relationship;
  gboolean at_parent;
} SquillHolder;

/**
 * SquillFrame:
 * @entity: (nullable): whose document it is; %NULL for one of a relationship
 * @via: (nullable): the relationship by which it is embedded; %NULL at the root
 * @id: (nullable): the id of @entity
 * @via_id: (nullable): the id of @via
 * @holders: (element-type SquillHolder): of the entity
 *
 * A document in which shapes are made.
 */
typedef struct
{
  const SquillEntity *entity;
  const SquillRelationship *via;
  const char *id;
  const char *via_id;
  GArray *holders;
} SquillFrame;

/**
 * SquillForm:
 * @SQUILL_FORM_DRAWN: the field is an array, a map or neither as it is drawn
 * @SQUILL_FORM_ONE: one value
 * @SQUILL_FORM_LIST: an array of values
 *
 * What becomes of a field where it is used for something else.
 */
typedef enum
{
  SQUILL_FORM_DRAWN,
  SQUILL_FORM_ONE,
  SQUILL_FORM_LIST,
} SquillForm;

void _squill_expansion_init (SquillExpansion *self,
                             SquillModel *model,
                             SquillDependence *dependence,
                             SquillTree *tree);
void _squill_expansion_clear (SquillExpansion *self);
void _squill_expansion_add_entity (SquillExpansion *self, const SquillEntity *entity);
void _squill_expansion_add_junction (SquillExpansion *self, const SquillRelationship *relationship);
void _squill_expansion_add_bucket (SquillExpansion *self, const SquillRelationship *relationship);

/* Between the files of the expansion. */
SquillFrame *_squill_expansion_peek (SquillExpansion *self);
gboolean _squill_expansion_is_full (SquillExpansion *self, const SquillShape *shape);
void _squill_expansion_add_document (SquillExpansion *self,
                                     SquillShape *shape,
                                     const SquillEntity *entity,
                                     const SquillRelationship *via,
                                     gboolean keep_id);
SquillShape *_squill_expansion_add_field (SquillExpansion *self,
                                          SquillShape *parent,
                                          const SquillField *field,
                                          const char *name,
                                          SquillForm form,
                                          SquillOrigin origin,
                                          const char *relationship,
                                          const char *copy);
double _squill_field_get_presence (const SquillField *field);
void _squill_expansion_set_length (
    SquillExpansion *self, SquillShape *shape, SquillTriple length, double growth, double cap);
void _squill_expansion_add_own (SquillExpansion *self,
                                SquillShape *parent,
                                const char *name,
                                SquillTypes types);

void _squill_expansion_note_stored (SquillExpansion *self, const SquillRelationship *relationship);
const char *_squill_expansion_get_name (SquillExpansion *self,
                                        const SquillRelationship *relationship,
                                        gboolean at_parent);
gboolean _squill_relationship_stores (const SquillRelationship *relationship, gboolean at_parent);
void _squill_expansion_add_stored (SquillExpansion *self,
                                   SquillShape *parent,
                                   const SquillRelationship *relationship,
                                   gboolean at_parent);
/* For what a relationship stores. */
const SquillEntity *_squill_expansion_get_end (SquillExpansion *self,
                                               const SquillRelationship *relationship,
                                               gboolean parent);
const char *_squill_expansion_get_entity_name (SquillExpansion *self, const SquillEntity *entity);
gboolean _squill_expansion_has_copies (SquillExpansion *self,
                                       const SquillRelationship *relationship,
                                       SquillCopyDirection direction);
void _squill_shape_set_presence (SquillShape *shape, SquillTriple triple, gboolean optional);
void _squill_expansion_add_copies (SquillExpansion *self,
                                   SquillShape *parent,
                                   const SquillRelationship *relationship,
                                   SquillCopyDirection direction,
                                   gboolean required,
                                   double presence);
void _squill_expansion_add_links (SquillExpansion *self,
                                  SquillShape *parent,
                                  const SquillRelationship *relationship,
                                  gboolean required,
                                  double presence);
SquillShape *_squill_expansion_add_reference (SquillExpansion *self,
                                              SquillShape *parent,
                                              const char *name,
                                              const SquillRelationship *relationship,
                                              gboolean to_parent,
                                              const SquillField *holder,
                                              SquillForm form);
void _squill_expansion_add_referring_fields (SquillExpansion *self,
                                             SquillShape *parent,
                                             const SquillRelationship *relationship,
                                             gboolean to_parent,
                                             SquillCopyDirection direction,
                                             gboolean links);
SquillShape *_squill_expansion_add_container (SquillExpansion *self,
                                              SquillShape *parent,
                                              const char *name,
                                              const SquillRelationship *relationship,
                                              gboolean at_parent,
                                              SquillOrigin origin);
void _squill_expansion_set_list (SquillExpansion *self,
                                 SquillShape *shape,
                                 const SquillRelationship *relationship,
                                 gboolean at_parent,
                                 const SquillField *holder);
void _squill_expansion_add_references (SquillExpansion *self,
                                       SquillShape *parent,
                                       const SquillRelationship *relationship,
                                       gboolean at_parent,
                                       const SquillField *holder);

G_END_DECLS
