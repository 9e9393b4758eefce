import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { Closing } from '../../domain/closings/closing.entity.ts';
import { DomainError, NotFound } from '../../domain/errors.ts';
import { Office } from '../../domain/offices/office.entity.ts';
import type { ActingOffice } from '../acting.ts';
import { alone, type TransactionWrapper } from '../transactions.ts';
import { type Operator, overseeing } from '../in-company.ts';
import { type BegunClosings, type ClosingHooks, createClosings } from './create-closings.ts';

/**
 * Has the month of a closing that failed closed again for its office, with the files that it was to have, in the name of an operator.
 *
 * @param dispatch as `createClosings` has it, for the office
 * @throws NotFound where the company has no such closing
 * @throws DomainError `invalid_state` where it did not fail, or there is nothing to close; `company_not_in_portfolio`; `service_unavailable` where
 *   no actor took it, and then nothing has happened
 */
export async function closeAgain(
  orm: Orm,
  operator: Operator,
  { company, id }: { company: { id: string }; id: string },
  dispatch: (office: ActingOffice) => Promise<boolean>,
  { around = alone, takenBack }: ClosingHooks = {},
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

/** Whether its office has closed the month since, to the end; one that is under way is told of by what begins closings. */
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
