import type { Parts } from '../parts.ts';

/** The parts that closings are made with. */
export type ClosingParts = Pick<
  Parts,
  'orm' | 'blobs' | 'renderer' | 'closingRetentionDays' | 'logger' | 'metrics' | 'now' | 'version'
>;
