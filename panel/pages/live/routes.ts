import { type Request, Router } from 'express';
import type { Orm } from '../../../config/orm.ts';
import { admitSession } from '../../../operations/accounts/sessions.ts';
import { listWatch } from '../../../operations/lists/watch.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, admitted, type SessionCookie } from '../../session.ts';
import { eventStreams } from './streams.ts';

/** How soon a stream ends after its session did, or its person's part in the company. */
const admissionMs = 3_000;

/** Tells an open page that it is no longer as it was at its version; what is new it asks for itself. */
export function livePages({ orm, stopping }: PanelParts, cookie: SessionCookie): Router {
  const router = Router();
  const watch = listWatch(orm);
  const streams = eventStreams(stopping);

  router.get('/e/:taxId/vivo', admitted('live'), (req, res) => {
    const { person, company } = actingOn(res);
    const { nota: document, versao: version = '' } = textsOf(req.query);
    const { over, tell, end } = streams.open(res, person.sessionId);
    watch.follow({ company: company.id, document }, version, over, () => tell('mudou'));
    const asking = setInterval(() => {
      void isAdmitted(orm, cookie.read(req) ?? '', company.taxId).then((isStill) => isStill || end());
    }, admissionMs);
    over.addEventListener('abort', () => clearInterval(asking));
  });

  return router;
}

function textsOf(query: Request['query']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >;
}

/** While the database is away nobody is turned out. */
async function isAdmitted(orm: Orm, secret: string, taxId: string): Promise<boolean> {
  try {
    const person = await admitSession(orm, secret, { company: taxId }, { isUse: false });
    return Boolean(person?.company);
  } catch {
    return true;
  }
}
