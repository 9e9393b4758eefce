import { textOf } from '../xml/element.ts';
import type { EventRule } from './event.ts';

/** In an event that names its author's authority (cOrgaoAutor), it must be that of the key's state. */
export const authorState: EventRule = {
  cStat: 455,
  breaks: ({ detail, chNFe }) => textOf(detail, 'cOrgaoAutor') !== chNFe.slice(0, 2),
};
