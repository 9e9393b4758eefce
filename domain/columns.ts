import { p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';

// Columns that entities have in common. Each is a function, because a builder belongs to one property.

/** A key that is made with its row; later ones are greater. */
export const uuidKey = () =>
  p
    .uuid()
    .primary()
    .onCreate(() => uuid());

/** The moment in which the row is made. @param digits of a second behind its point, where the column has a number of its own */
export const nowOnCreate = (digits?: number) => p.datetime(digits).onCreate(() => new Date());

/** The moment in which the row is made, or was changed last. */
export const nowOnChange = () => nowOnCreate().onUpdate(() => new Date());
