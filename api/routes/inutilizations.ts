import type { Inutilization } from '../../domain/documents/inutilization.entity.ts';
import { inCompany } from '../../operations/in-company.ts';
import { findInutilization, findInutilizations } from '../../operations/inutilization/reserve.ts';
import { rowRangeOf } from '../../operations/lists/page.ts';
import { companyOf } from '../locals.ts';
import type { Handlers, Schema } from '../operations.ts';
import { listView, pageWithDefaults } from '../../http/page.ts';
import type { ApiParts } from '../parts.ts';
import { inutilizationRequest } from '../../http/requests/inutilization.ts';
import { ownRejection, rejectionByCode } from '../views/rejection.ts';
import { waitingAttemptView } from '../views/waiting.ts';
import { giveUpNumbers } from '../../http/runs/give-up-numbers.ts';

type InutilizationOperations = Extract<keyof Handlers, `${string}Inutilization` | 'listInutilizations'>;

export function inutilizationHandlers(parts: ApiParts): Pick<Handlers, InutilizationOperations> {
  const { orm } = parts;
  return {
    createInutilization: async (req, res) => {
      const { id, status, protocol } = await giveUpNumbers(parts, companyOf(res), inutilizationRequest(req.body));
      res.json({ success: true, protocol: protocol ?? null, record: { id, status } });
    },

    listInutilizations: async (req, res) => {
      const page = pageWithDefaults(req.query);
      const [ranges, total] = await inCompany(orm, companyOf(res).id, (em) => findInutilizations(em, rowRangeOf(page)));
      res.json(listView(ranges.map(inutilizationView), total, page));
    },

    getInutilization: async (req, res) => {
      const range = await inCompany(orm, companyOf(res).id, (em) => findInutilization(em, req.params.id));
      res.json(inutilizationView(range));
    },
  };
}

/** An inutilized range of numbers as the contract shows it. */
function inutilizationView(range: Inutilization): Schema<'Inutilization'> {
  const { id, series, model, startNumber, endNumber, year, status, justification } = range;
  return {
    id,
    series,
    model,
    startNumber,
    endNumber,
    year,
    status,
    protocol: range.protocol ?? null,
    justification,
    inutilizationDate: range.inutilizationDate?.toISOString() ?? null,
    createdAt: range.createdAt.toISOString(),
    waiting: waitingAttemptView('inutilization', range),
    ...(status === 'REJECTED' ? { rejection: rejectionOf(range) } : {}),
  };
}

function rejectionOf({ cStat, reason }: Inutilization): Schema<'Rejection'> {
  return cStat ? rejectionByCode(cStat, reason ?? '') : ownRejection('NFE', reason ?? '');
}
