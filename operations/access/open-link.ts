import type { Orm } from '../../config/orm.ts';
import { hashLinkToken, looksLikeLinkToken } from '../../domain/access/key.ts';
import { DomainError } from '../../domain/errors.ts';

/**
 * Reads what a download link is for. A database function does it, because a request that brings only a token belongs to no company or office yet.
 *
 * @param find function that gives one row by the token's hash, with `is_live`: whether the key that made the link could still make it
 * @throws DomainError `invalid_link` where the link is unknown or has expired; `link_revoked` where it is not live
 */
export async function openLink<Row extends { is_live: boolean }>(
  orm: Orm,
  find: 'open_export_link' | 'open_closing_link',
  token: string,
): Promise<Row> {
  const [row] = looksLikeLinkToken(token)
    ? await orm.em.fork().execute<Row[]>(`select * from ${find}(?)`, [hashLinkToken(token)])
    : [];
  if (!row) throw new DomainError('invalid_link', 'O link é inválido ou expirou. Peça outro a quem o enviou.');
  if (!row.is_live) {
    const message = 'A chave de API que criou este link perdeu o acesso. Peça outro link a quem o enviou.';
    throw new DomainError('link_revoked', message);
  }
  return row;
}
