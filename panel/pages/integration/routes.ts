import { Router } from 'express';
import { validate as isUuid } from 'uuid';
import { companyEventNames } from '../../../domain/webhooks/event-types.ts';
import { findCall, findCalls, keyNames } from '../../../operations/calls/find-calls.ts';
import { administering } from '../../../operations/in-company.ts';
import { eventsSent } from '../../../operations/webhooks/events-sent.ts';
import { failures } from '../../failures.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, admitted } from '../../session.ts';
import { callHtml } from './call-view.ts';
import { webhookEventsHtml } from './events-view.ts';
import { queryOf, filterIn } from './filter.ts';
import { callsHtml } from './view.ts';

const callsAPage = 50;
const eventsAPage = 20;

/** For people who integrate a system: its calls with their answers, and what its webhooks were sent. */
export function integrationPages({ orm, apiUrl, keepsCalls = false, simulator }: PanelParts): Router {
  const router = Router();
  const after = (asked: unknown): string | undefined =>
    typeof asked === 'string' && isUuid(asked) ? asked : undefined;

  router.get('/e/:taxId/integracao', admitted('integration'), async (req, res) => {
    const { person, company } = actingOn(res);
    const filter = filterIn((name) => req.query[name]);
    const behind = after(req.query['depois']);
    const found = await administering(orm, company, async (em) => ({
      ...(await findCalls(em, queryOf(filter), { limit: callsAPage, after: behind })),
      keys: await keyNames(em),
    }));
    const shown = { apiUrl, keepsCalls, hasSimulator: simulator !== undefined, isLater: behind !== undefined };
    res.send(callsHtml({ person, base: `/e/${company.taxId}`, filter, ...shown, ...found }));
  });

  router.get('/e/:taxId/integracao/chamadas/:id', admitted('integrationCall'), async (req, res) => {
    const { person, company } = actingOn(res);
    const { id } = req.params;
    const found = isUuid(id) ? await administering(orm, company, (em) => findCall(em, id)) : null;
    if (!found) return failures.unknown(res);
    res.send(callHtml({ person, base: `/e/${company.taxId}`, apiUrl, ...found }));
  });

  router.get('/e/:taxId/integracao/eventos', admitted('integrationEvents'), async (req, res) => {
    const { person, company } = actingOn(res);
    const event = companyEventNames.find((name) => name === req.query['evento']);
    const behind = after(req.query['depois']);
    const found = await administering(orm, company, (em) =>
      eventsSent(em, company.id, event ? { event } : {}, { limit: eventsAPage, after: behind }),
    );
    res.send(
      webhookEventsHtml({ person, base: `/e/${company.taxId}`, event, ...found, isLater: behind !== undefined }),
    );
  });

  return router;
}
