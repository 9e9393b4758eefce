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
  /** Which services stand still, and which lines are cut. */
  serviceStates: ServiceStates;
  lines: Lines;
  /** Who may send no more notices before notes in contingency. */
  epecBlocks: EpecBlocks;
  /** How often each taxpayer may ask for distribution, and what was asked. */
  pace: Pace;
  questions: Questions;
  /** Who is in the registers of Receita Federal and of the states. */
  taxpayers: Taxpayers;
  /** The companies whose documents the simulator makes itself. */
  suppliers: Suppliers;
  /** What the states decided for themselves. */
  stateOptions: { current: StateOptions };
  /** Cancellations after the deadline are registered as late (155) instead of refused (501). */
  acceptsLateCancellation: boolean;
  nfse: NationalNfse;
};

/** What only the national NFS-e has: its own register, what the cities have set up there, and the key that SEFIN signs with. */
export type NationalNfse = {
  register: NfseRegister;
  cities: Cities;
  seal: Credentials;
  /** Whether ADN hands an issuer its own documents. */
  distributesToIssuer: boolean;
};
