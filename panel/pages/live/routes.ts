import { type Request, type Response, Router } from 'express';
import { validate as isUuid } from 'uuid';
import { owesSecondFactor } from '../../../operations/accounts/second-factor-duty.ts';
import { admitSession, type RequestedPlace, type SignedIn } from '../../../operations/accounts/sessions.ts';
import { listWatch, type WatchedPage } from '../../../operations/lists/watch.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingForOffice, actingOn, admitted, type SessionCookie } from '../../session.ts';
import { monthIn } from '../month-board/month.ts';
import { watchedListAt } from './addresses.ts';
import { eventStreams } from './streams.ts';

/** Milliseconds between two checks of an open stream, which ends so soon after its session or its person's access has ended. */
const admissionMs = 3_000;

/** Tells an open page that it is no longer at its version; the page then asks for its new state itself. */
export function livePages({ orm, stopping, secondFactor }: PanelParts, cookie: SessionCookie): Router {
  const router = Router();
  const watch = listWatch(orm);
  const streams = eventStreams(stopping);

  router.get('/e/:taxId/vivo', admitted('live'), (req, res) => {
    const { person, company } = actingOn(res);
    const { nota: document, lista: path, versao: version = '' } = textsOf(req.query);
    const watched = { company: company.id, document, list: watchedListAt(path) };
    follow(req, res, { watched, version, sessionId: person.sessionId }, (now) => Boolean(now?.company), {
      company: company.taxId,
    });
  });

  router.get('/c/:taxId/vivo', admitted('officeLive'), (req, res, next) => {
    const { person, office } = actingForOffice(res);
    const { mes, ciencia: bulkAnswer, versao: version = '' } = textsOf(req.query);
    const month = monthIn(mes, new Date());
    if (!month && !isUuid(bulkAnswer)) return next('router');
    const part = String(office.part);
    const watched = month ? { office, month } : { office, bulkAnswer: String(bulkAnswer) };
    // The stream watches the person's part of the portfolio as it was; when the part changes, the page has to be loaded again.
    const isStill = (now: SignedIn | null): boolean => Boolean(now?.office) && String(now?.office?.part) === part;
    follow(req, res, { watched, version, sessionId: person.sessionId }, isStill, { office: office.taxId });
  });

  /** @param isStill whether this person may go on following */
  function follow(
    req: Request<{ taxId: string }>,
    res: Response,
    { watched, version, sessionId }: { watched: WatchedPage; version: string; sessionId: string },
    isStill: (person: SignedIn | null) => boolean,
    place: RequestedPlace,
  ): void {
    const { over, tell, end } = streams.open(res, sessionId);
    watch.follow(watched, version, over, () => tell('mudou'));
    const asking = setInterval(() => {
      void isAdmitted(cookie.read(req) ?? '', place, isStill).then((isIn) => isIn || end());
    }, admissionMs);
    over.addEventListener('abort', () => clearInterval(asking));
  }

  /** While the database cannot be reached nobody is turned out. */
  async function isAdmitted(
    secret: string,
    place: RequestedPlace,
    isStill: (person: SignedIn | null) => boolean,
  ): Promise<boolean> {
    try {
      const person = await admitSession(orm, secret, place, { isUse: false });
      return person !== null && isStill(person) && !owesSecondFactor(secondFactor, person);
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
