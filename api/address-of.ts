import type { Request } from 'express';

/** The absolute address of a path: below the public address, or where this request was sent to; the path alone where neither is known. */
export function addressOf(
  path: string,
  { protocol, host }: Pick<Request, 'protocol' | 'host'>,
  publicUrl?: string,
): string {
  if (publicUrl) return `${publicUrl.replace(/\/+$/, '')}${path}`;
  return URL.parse(path, `${protocol}://${host}`)?.href ?? path;
}
