import { stateCode } from '../../sefaz/endpoints.ts';
import { field } from '../../xml/writer.ts';
import type { EventHeader } from './event.ts';

/** Who says an event, where its layout asks: the issuer, with this program. */
export type Author = {
  /** Lavra's version. */
  version: string;
};

/** The fields of the author, behind descEvento. */
export function authorFields({ state, version }: EventHeader & Author): string[] {
  return [
    field('cOrgaoAutor', stateCode(state)), // P20
    field('tpAutor', '1'), // P21
    field('verAplic', `Lavra ${version}`.slice(0, 20)), // P22
  ];
}
