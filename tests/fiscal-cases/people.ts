import { stateRegistrations } from '../support/samples/state-registrations.ts';
import type { Buyer } from './fiscal-case.ts';
import { type State, states } from './states.ts';

/** A company that is registered for ICMS in the state, and resells. */
export function taxpayer(state: State): Buyer {
  const stateRegistration = stateRegistrations[state] ?? null;
  return { name: 'Mercado Bom Preço Ltda', document: '11.444.777/0001-61', stateRegistration, ...addressIn(state) };
}

/** A natural person who lives in the state, as a final consumer. */
export function person(state: State): Buyer {
  return { name: 'Maria da Silva', document: '529.982.247-25', ...addressIn(state) };
}

/** A company that pays no ICMS and consumes what it buys. */
export function consumer(state: State): Buyer {
  return { name: 'Hospital São Lucas', document: '11.444.777/0001-61', ...addressIn(state) };
}

/** A buyer declared as a taxpayer whom the state exempts from registration. */
export function unregistered(state: State): Buyer {
  return { ...taxpayer(state), stateRegistration: 'ISENTO' };
}

/** A company of the United States. */
export const foreigner: Buyer = {
  name: 'Acme Foods Inc',
  document: 'US123456',
  documentType: 'FOREIGN',
  ...{ street: 'Ocean Drive', number: '100', neighborhood: 'South Beach', city: 'Miami', country: 'US' },
};

export function addressIn(state: State) {
  const { municipalityCode, city } = states[state];
  return {
    street: 'Rua das Flores',
    number: '10',
    neighborhood: 'Centro',
    zipCode: '01001000',
    municipalityCode,
    city,
    state,
  };
}
