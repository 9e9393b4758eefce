import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { Closing } from '../../domain/closings/closing.entity.ts';
import { DomainError, NotFound } from '../../domain/errors.ts';
import { Office } from '../../domain/offices/office.entity.ts';
import type { ActingOffice } from '../acting.ts';
import { withNothingAround, type TransactionWrapper } from '../transactions.ts';
import { type Operator, overseeing } from '../in-company.ts';
import { type BegunClosings, type ClosingHooks, createClosings } from './create-closings.ts';

/**
 * Closes a month whose closing failed once more for its office, with the same files, in the name of an operator.
 *
 * @param dispatch as in `createClosings`, for the office
 * @throws NotFound where the company has no such closing
 * @throws DomainError `invalid_state` where it did not fail, or there is nothing to close; `company_not_in_portfolio`; `service_unavailable`
 *   where no actor took it, and then nothing has happened
 */
export async function closeAgain(
  orm: Orm,
  operator: Operator,
  { company, id }: { company: { id: string }; id: string },
  dispatch: (office: ActingOffice) => Promise<boolean>,
  { around = withNothingAround, takenBack }: ClosingHooks = {},
): Promise<void> {
  const { office, closing } = await overseeing(orm, operator, async (em) => {
    const found = isUuid(id) ? await em.findOne(Closing, { id, company: company.id }) : null;
    if (!found) throw new NotFound('closing');
    return { closing: found, office: await em.findOneOrFail(Office, { id: found.office }) };
  });
  if (closing.status !== 'FAILED') throw refused(notFailed);
  const acting = { id: office.id, taxId: office.taxId, name: office.name, actor: operator.actor };
  const { year, month, includeXml, includePdf } = closing;
  const orRefuse: TransactionWrapper<BegunClosings> = (em, work) =>
    around(em, async () => {
      if (await isDoneAgain(em, closing)) throw refused(notFailed);
      const begun = await work();
      if (begun.beginnings.some(({ closingId }) => closingId !== null)) return begun;
      throw refused(begun.idle.length > 0 ? 'A empresa não tem mais documentos deste mês.' : beingClosed);
    });
  const { created } = await createClosings(
    orm,
    { office: acting, keyId: null },
    { year, month, includeXml, includePdf, companyIds: [company.id] },
    () => dispatch(acting),
    { around: orRefuse, ...(takenBack && { takenBack }) },
  );
  if (created.length > 0) return;
  const message = 'O fechamento não começou: a fila não responde. Tente de novo em instantes.';
  throw new DomainError('service_unavailable', message);
}

/** Whether a later closing of the month by the same office has ended. One that is under way is refused by `createClosings`. */
async function isDoneAgain(em: EntityManager, { office, company, year, month, createdAt }: Closing): Promise<boolean> {
  return (
    (await em.count(Closing, {
      office,
      company,
      year,
      month,
      createdAt: { $gt: createdAt },
      status: { $nin: ['PENDING', 'RUNNING'] },
    })) > 0
  );
}

const notFailed = 'Este fechamento não falhou, ou já foi refeito.';
const beingClosed = 'Este mês já está sendo fechado.';

function refused(message: string): DomainError {
  return new DomainError('invalid_state', message);
}
