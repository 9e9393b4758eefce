import { textOf } from '../xml/element.ts';
import type { EventRule } from './event.ts';

/** An event that names its author's authority (cOrgaoAutor) names that of the key's state. */
export const authorState: EventRule = {
  cStat: 455,
  breaks: ({ detail, chNFe }) => textOf(detail, 'cOrgaoAutor') !== chNFe.slice(0, 2),
};
