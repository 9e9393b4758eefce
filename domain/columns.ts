import { p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';

// Columns that several entities have. Each is a function, because a property builder can be used once.

/** A UUID that is generated with its row; later ones sort behind earlier ones. */
export const uuidKey = () =>
  p
    .uuid()
    .primary()
    .onCreate(() => uuid());

/** When the row was created. @param digits fractional digits of a second, where the column's precision is not the default */
export const nowOnCreate = (digits?: number) => p.datetime(digits).onCreate(() => new Date());

/** When the row was created or last changed. */
export const nowOnChange = () => nowOnCreate().onUpdate(() => new Date());
