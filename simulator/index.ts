import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Lines, ServiceStates } from './availability.ts';
import { type A1Certificate, type CertificateOrder, issueA1 } from './certificates/a1.ts';
import { type CertificateAuthority, type Issuing, openAuthority } from './certificates/authority.ts';
import { Trust } from './certificates/trust.ts';
import { Clock } from './clock.ts';
import { Exchanges, Questions } from './control/log.ts';
import { controlRoutes } from './control/routes.ts';
import { Scenarios } from './control/scenarios.ts';
import { serveControl } from './control/server.ts';
import { Pace } from './distribution/pace.ts';
import { Suppliers } from './distribution/suppliers.ts';
import { nfseGateway } from './nfse/gateway.ts';
import { nfseHosts } from './nfse/operation.ts';
import { Cities } from './nfse/places.ts';
import { NfseRegister } from './nfse/register.ts';
import { EpecBlocks, Insistence, type InsistenceLimits } from './register/blocks.ts';
import { Register } from './register/register.ts';
import { Taxpayers } from './register/taxpayers.ts';
import { publishedOptions } from './rules/rule.ts';
import type { TaxAuthority } from './tax-authority.ts';
import { publishedEndpoints, publishedHosts } from './transport/endpoints.ts';
import { AuthorityServer } from './transport/server.ts';
import { soapGateway } from './transport/soap-gateway.ts';
import { openSchemas, type Schemas } from './xml/schemas.ts';

export type SimulatorOptions = {
  /** Folder for certificates and everything registered; created if it is missing. */
  state: string;
  /** Folders to look for the official schemas in, or schemas that the caller has opened and closes. */
  schemas: readonly string[] | Schemas;
  /** Ports of the authority and of the control API; 0, the default, takes free ones. */
  port?: number;
  controlPort?: number;
  /** Interface of the control API; the loopback one by default. */
  controlHost?: string;
  /** Limits of repeated calls and equal rejections (656); the published ones by default. */
  insistence?: InsistenceLimits;
  /** Cancellations after the deadline are registered as late (155) instead of refused (501). */
  acceptsLateCancellation?: boolean;
  /**
   * The length of the distribution's hour, in seconds (3600 by default): how long a taxpayer must not ask after the end of its queue, how
   * long a 656 lasts, and within what time twenty single questions are allowed.
   */
  distributionWaitSeconds?: number;
  /**
   * How often in a row the same ultNSU may be asked for again. By default never, as the authority promises no repetition: after an answer
   * that was lost, only the ultNSU in that answer is accepted.
   */
  distributionRepeats?: number;
  /** Whether an ultNSU other than the one that was answered is refused for ever (656), and not only within the hour after the answer. */
  distributionAlwaysInOrder?: boolean;
  /** Whether ADN distributes to an issuer its own documents, as Anexo IV says and the manual does not. By default it does. */
  distributesToIssuer?: boolean;
  /** Whether a CNPJ that nobody put into the registers does not exist (178, 181). By default it counts as an active company. */
  registersAreStrict?: boolean;
  /** How far the authority's clock is ahead of the machine's, in seconds; the control API moves it, too. */
  aheadSeconds?: number;
  /** How the certificates that the simulator issues are made. */
  issuing?: Issuing;
  /** Called with faults of the simulator itself. */
  complain?: (error: unknown) => void;
};

/** A running simulator of the tax authority. */
export type Simulator = {
  port: number;
  controlPort: number;
  /** Root and intermediate certificates that a client must trust, PEM. */
  caPem: string;
  issueCertificate(order: CertificateOrder): Promise<A1Certificate>;
  close(): Promise<void>;
};

/** Starts a local tax authority: real addresses, real checks and real codes, on two local ports. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { schemas, closeSchemas } = schemasOf(options.schemas);
  const endpoints = publishedEndpoints();
  const hosts = ['localhost', ...publishedHosts(endpoints), ...nfseHosts()];
  const certificates = await openAuthority(options.state, hosts, options.issuing);
  const register = await Register.open(options.state);
  const pace = new Pace({
    waitSeconds: options.distributionWaitSeconds ?? 3600,
    repeats: options.distributionRepeats ?? 0,
    alwaysInOrder: options.distributionAlwaysInOrder ?? false,
  });
  const nfse = {
    register: await NfseRegister.open(options.state),
    cities: new Cities(),
    seal: certificates.sefin,
    distributesToIssuer: options.distributesToIssuer ?? true,
  };
  const authority: TaxAuthority = {
    clock: new Clock(options.aheadSeconds),
    exchanges: new Exchanges(),
    register,
    schemas,
    trust: new Trust([certificates.intermediate.certificate]),
    scenarios: new Scenarios(),
    insistence: new Insistence(options.insistence),
    serviceStates: new ServiceStates(),
    lines: new Lines(endpoints),
    epecBlocks: new EpecBlocks(register),
    pace,
    questions: new Questions(pace.waitMs),
    taxpayers: new Taxpayers(register, options.registersAreStrict ?? false),
    suppliers: new Suppliers(certificates, register),
    stateOptions: { current: publishedOptions },
    acceptsLateCancellation: options.acceptsLateCancellation ?? false,
    nfse,
  };
  const complain = options.complain ?? ((): void => undefined);
  const server = new AuthorityServer({
    port: options.port ?? 0,
    certificates,
    gateways: [soapGateway(endpoints, authority), nfseGateway(authority)],
    trust: authority.trust,
    clock: authority.clock,
    lines: authority.lines,
    complain,
  });
  const close = async (): Promise<void> => {
    await server.stopListening();
    await register.close();
    await nfse.register.close();
    closeSchemas();
  };
  try {
    await server.listen();
    const control = await openControl(options, authority, certificates, server);
    return {
      port: server.port,
      controlPort: portOf(control.address()),
      caPem: certificates.bundle,
      issueCertificate: (order) => issueA1(certificates, order),
      async close() {
        control.closeAllConnections();
        await new Promise((resolve) => control.close(resolve));
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function schemasOf(given: SimulatorOptions['schemas']): { schemas: Schemas; closeSchemas: () => void } {
  if ('faultOf' in given) return { schemas: given, closeSchemas: () => {} };
  const schemas = openSchemas(given, new Date());
  return { schemas, closeSchemas: () => schemas.close() };
}

function openControl(
  { controlPort = 0, controlHost = '127.0.0.1' }: SimulatorOptions,
  authority: TaxAuthority,
  certificates: CertificateAuthority,
  server: AuthorityServer,
): Promise<Server> {
  const changed = {
    scenario: (): Promise<void> => (authority.scenarios.refusing ? server.stopListening() : server.listen()),
    lines: (): void => server.cutLines(),
  };
  return serveControl(controlPort, controlHost, controlRoutes(authority, certificates, changed));
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
