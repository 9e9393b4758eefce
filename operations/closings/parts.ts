import type { Blobs } from '../../adapters/blobs/blobs.ts';
import type { Orm } from '../../config/orm.ts';

/** What the operations on closings work with. */
export type ClosingParts = {
  orm: Orm;
  /** Where their ZIPs lie. */
  blobs: Blobs;
};
