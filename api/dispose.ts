import type { Response } from 'express';

/** Browsers show the file, or save it where a download is asked for; either way under its name. */
export function dispose(res: Pick<Response, 'set'>, name: string, { download }: { download?: boolean }): void {
  res.set('Content-Disposition', `${download ? 'attachment' : 'inline'}; filename="${name}"`);
}
