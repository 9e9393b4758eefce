import type { Issuer } from '../../companies/settings.ts';
import { type Fault, refusal } from '../../faults.ts';
import { unregisteredPerson } from '../../companies/nfe-readiness.ts';
import { inForce } from '../../law-calendar.ts';
import { mayRepeatIcms, otherTaxOf } from '../../taxation/adjustments.ts';
import { taxFieldNames } from '../../taxation/fields.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { ItemInput } from '../payload.ts';

/**
 * Faults of an issuer without a state registration (NT 2026.007 v1.10): with a CPF it issues nothing (C17-43, 157), and no NFC-e at all until the law
 * allows it (C17-42, 156); an item may give neither ICMS (N01-10, 161) nor IPI, which stands in the layout only beside ICMS. A note that may repeat
 * another's ICMS (`mayRepeatIcms`) may have both. What other levels than the item give of these taxes is ignored.
 */
export function checkUnregistered(
  items: readonly { item: ItemInput; path: string }[],
  { taxId, environment }: Pick<Issuer, 'taxId' | 'environment'>,
  operation: Operation,
): Fault[] {
  if (!operation.isUnregistered) return [];
  if (taxId.length === 11) {
    const message = `${unregisteredPerson} Informe-a no cadastro da empresa, com "lavra company set --state-registration".`;
    return [refusal('company.stateRegistration', message)];
  }
  if (operation.model === '65') return checkConsumerNote(environment, operation);
  if (mayRepeatIcms(operation)) return [];
  return items.flatMap(({ item, path }) =>
    taxFieldNames.flatMap((name) => {
      const tax = otherTaxOf(name);
      if (!item[name] || (tax !== 'icms' && tax !== 'ipi')) return [];
      const message =
        tax === 'icms'
          ? 'Sem inscrição estadual a nota não leva ICMS (rejeição 161): não envie este campo, ou informe a inscrição da empresa.'
          : 'Sem inscrição estadual a nota não leva ICMS, e o leiaute só põe o IPI ao lado dele: não envie este campo.';
      return [refusal(`${path}.${name}`, message, 'invalid_taxation')];
    }),
  );
}

function checkConsumerNote(environment: Issuer['environment'], { date, rates }: Operation): Fault[] {
  if (inForce('CONSUMER_NOTES_WITHOUT_STATE_REGISTRATION', { environment, date }, rates?.calendar)) return [];
  const message =
    'Sem inscrição estadual a empresa não emite NFC-e (rejeição 156): emita NF-e (type NFE), ou informe a inscrição com ' +
    '"lavra company set --state-registration".';
  return [refusal('type', message)];
}
