import type { Authority } from '../domain/conversation/authority.ts';
import { type DocumentType, traitsOf } from '../domain/document-types.ts';
import { sefaz } from '../domain/sefaz/authority.ts';
import { sefin } from '../domain/sefin/authority.ts';

const authorities = { SEFAZ: sefaz, SEFIN: sefin };

/** Who authorizes documents of a type. */
export function authorityOf(type: DocumentType): Authority {
  return authorities[traitsOf[type].authority];
}
