import type { Request, RequestHandler, Response } from 'express';
import { DomainError } from '../domain/errors.ts';
import { SignInRefused } from '../operations/accounts/attempts.ts';
import type { PasskeySite } from '../operations/accounts/passkey-proof.ts';

/** The panel's site as WebAuthn knows it. */
export function siteOf(url: string): PasskeySite {
  const { hostname: id, origin } = new URL(url);
  return { id, origin };
}

/** Answers the page's own script with what a passkey is to sign: the only JSON of the panel's pages. */
export function asksForPasskey<Params>(
  options: (req: Request<Params>, res: Response) => Promise<object | null>,
): RequestHandler<Params> {
  return async (req, res) => {
    try {
      const found = await options(req, res);
      res.status(found ? 200 : 403).json(found ?? {});
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      refuseSignIn(res, error).json({});
    }
  };
}

/** Answers that nobody is signed in, and when the next try is allowed. */
export function refuseSignIn(res: Response, { waitSeconds }: SignInRefused): Response {
  if (waitSeconds > 0) res.set('Retry-After', String(waitSeconds));
  return res.status(waitSeconds > 0 ? 429 : 401);
}

/** Whether the error is shown on the form itself. */
export function isRefused(error: unknown): error is SignInRefused | DomainError {
  return error instanceof SignInRefused || error instanceof DomainError;
}
