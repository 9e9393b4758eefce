import type { Renderer } from '../adapters/rendering/renderer.ts';
import type { Logger } from '../config/logger.ts';
import type { Orm } from '../config/orm.ts';
import type { MasterKey } from '../domain/seal.ts';
import type { LawTables } from '../domain/taxation/law-tables.ts';
import type { Metrics } from '../http/metrics.ts';

/** What the panel's pages are served with. */
export type PanelParts = {
  /** By the panel's own login. */
  orm: Orm;
  /** Opens and seals the secrets of people's second factors. */
  masterKey: MasterKey;
  renderer: Pick<Renderer, 'pdf'>;
  logger: Logger;
  requestMetrics?: Metrics;
  /** The tables of law in force, by which pages of documents are drawn. */
  rates: LawTables;
  version: string;
  /** Where people reach the panel: decides how its cookie is kept, and where forms may come from. */
  url: string;
  stopping: AbortSignal;
  /** Whether work still gets connections to the database. */
  isStuck?: () => boolean;
};
