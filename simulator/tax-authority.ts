import type { Lines, ServiceStates } from './availability.ts';
import type { Credentials } from './certificates/certificate.ts';
import type { Trust } from './certificates/trust.ts';
import type { Clock } from './clock.ts';
import type { Exchanges, Questions } from './control/log.ts';
import type { Scenarios } from './control/scenarios.ts';
import type { Pace } from './distribution/pace.ts';
import type { Suppliers } from './distribution/suppliers.ts';
import type { Cities } from './nfse/places.ts';
import type { NfseRegister } from './nfse/register.ts';
import type { EpecBlocks, Insistence } from './register/blocks.ts';
import type { Register } from './register/register.ts';
import type { Taxpayers } from './register/taxpayers.ts';
import type { StateOptions } from './rules/rule.ts';
import type { Schemas } from './xml/schemas.ts';

/** What the services, the web server and the control API of one simulator share. */
export type TaxAuthority = {
  clock: Clock;
  exchanges: Exchanges;
  register: Register;
  schemas: Schemas;
  trust: Trust;
  scenarios: Scenarios;
  insistence: Insistence;
  /** The status of the services of each authorizer; `lines` are the network lines. */
  serviceStates: ServiceStates;
  lines: Lines;
  /** Which issuers may send no more EPEC. */
  epecBlocks: EpecBlocks;
  /** How often each taxpayer may ask for distribution; `questions` is the log of what was asked. */
  pace: Pace;
  questions: Questions;
  /** The registers of Receita Federal and of the states. */
  taxpayers: Taxpayers;
  /** The companies whose documents the simulator issues itself. */
  suppliers: Suppliers;
  /** The options that states decide for themselves. */
  stateOptions: { current: StateOptions };
  /** Cancellations after the deadline are registered as late (155) instead of refused (501). */
  acceptsLateCancellation: boolean;
  nfse: NationalNfse;
};

/** What only the national NFS-e has: its register, the settings of the cities, and the key that SEFIN signs with. */
export type NationalNfse = {
  register: NfseRegister;
  cities: Cities;
  seal: Credentials;
  /** Whether ADN distributes to an issuer its own documents. */
  distributesToIssuer: boolean;
};
