import table from '../../tables/endpoints.json' with { type: 'json' };
import type { Environment } from '../companies/settings.ts';

/** The address of a path of the SEFIN Nacional (tables/endpoints.json, after the official page). */
export function sefinUrl(environment: Environment, path: string): string {
  const { sefin } = table.nfse[environment === 'PRODUCTION' ? 'production' : 'homologation'];
  return `${sefin}${path}`;
}

/** The base address in homologation, moved to where an operator says it is: the official page and the captures differ in it. */
export function movedSefin(to: string | undefined): { from: string; to: string } | undefined {
  return to === undefined ? undefined : { from: sefinUrl('HOMOLOGATION', ''), to: to.replace(/\/+$/, '') };
}
