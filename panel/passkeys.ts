import type { Request, RequestHandler, Response } from 'express';
import { DomainError } from '../domain/errors.ts';
import { SignInRefused } from '../operations/accounts/attempts.ts';
import type { PasskeySite } from '../operations/accounts/passkey-proof.ts';

/** Where people reach the panel, as passkeys know it. */
export function siteOf(url: string): PasskeySite {
  const { hostname: id, origin } = new URL(url);
  return { id, origin };
}

/** Tells the page's own script what a passkey is to sign: the one thing that the panel answers in JSON. */
export function asksForPasskey<Params>(
  options: (req: Request<Params>, res: Response) => Promise<object | null>,
): RequestHandler<Params> {
  return async (req, res) => {
    try {
      const found = await options(req, res);
      res.status(found ? 200 : 403).json(found ?? {});
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      refuse(res, error).json({});
    }
  };
}

/** Says that nobody is signed in, and when there is another try. */
export function refuse(res: Response, { waitSeconds }: SignInRefused): Response {
  if (waitSeconds > 0) res.set('Retry-After', String(waitSeconds));
  return res.status(waitSeconds > 0 ? 429 : 401);
}

/** Whether what went wrong is told on the form itself. */
export function isRefused(error: unknown): error is SignInRefused | DomainError {
  return error instanceof SignInRefused || error instanceof DomainError;
}
