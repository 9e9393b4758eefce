import { join } from 'node:path';

/** Where the pictures of the documents lie. */
export const imagesFolder = join(import.meta.dirname, '../docs/images');
