import { type Request, Router } from 'express';
import { owesSecondFactor } from '../../../operations/accounts/second-factor-duty.ts';
import { admitSession } from '../../../operations/accounts/sessions.ts';
import { listWatch } from '../../../operations/lists/watch.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, admitted, type SessionCookie } from '../../session.ts';
import { watchedListAt } from './addresses.ts';
import { eventStreams } from './streams.ts';

/** How soon a stream ends after its session did, or its person's part in the company. */
const admissionMs = 3_000;

/** Tells an open page that it is no longer as it was at its version; what is new it asks for itself. */
export function livePages({ orm, stopping, secondFactor }: PanelParts, cookie: SessionCookie): Router {
  const router = Router();
  const watch = listWatch(orm);
  const streams = eventStreams(stopping);

  router.get('/e/:taxId/vivo', admitted('live'), (req, res) => {
    const { person, company } = actingOn(res);
    const { nota: document, lista: path, versao: version = '' } = textsOf(req.query);
    const { over, tell, end } = streams.open(res, person.sessionId);
    watch.follow({ company: company.id, document, list: watchedListAt(path) }, version, over, () => tell('mudou'));
    const asking = setInterval(() => {
      void isAdmitted(cookie.read(req) ?? '', company.taxId).then((isStill) => isStill || end());
    }, admissionMs);
    over.addEventListener('abort', () => clearInterval(asking));
  });

  /** While the database is away nobody is turned out. */
  async function isAdmitted(secret: string, taxId: string): Promise<boolean> {
    try {
      const person = await admitSession(orm, secret, { company: taxId }, { isUse: false });
      return person?.company != null && !owesSecondFactor(secondFactor, person);
    } catch {
      return true;
    }
  }

  return router;
}

function textsOf(query: Request['query']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >;
}
