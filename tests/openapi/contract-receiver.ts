import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { middleware as openapi } from 'express-openapi-validator';
import { checkedContract } from '../../openapi/checked.ts';
import { until } from '../support/checks/until.ts';

type Spec = Exclude<Parameters<typeof openapi>[0]['apiSpec'], string>;

export type ContractReceiver = {
  url: string;
  /** The types of the accepted events. */
  taken: string[];
  /** The faults of the refused events. */
  faults: string[];
  /** Waits for an event of that type with this id in its headers or body. @throws Error as soon as an event is refused */
  took(type: string, id: string): Promise<void>;
  close(): void;
};

/** A receiver that only knows the contract's `webhooks`, and answers 400 to events that do not follow them. */
export async function openContractReceiver(): Promise<ContractReceiver> {
  const taken: string[] = [];
  const faults: string[] = [];
  const texts: string[] = [];
  const app = express();
  app.use(express.json());
  app.use((req, _res, next) => {
    req.url = req.originalUrl = `/${req.get('x-webhook-event') ?? ''}`;
    next();
  });
  app.use(openapi({ apiSpec: receiving(), validateSecurity: false, ajvFormats: { mode: 'full' } }));
  app.use((req, res) => {
    taken.push(req.path.slice(1));
    texts.push(`${req.path} ${req.get('x-webhook-delivery') ?? ''} ${JSON.stringify(req.body)}`);
    res.status(204).end();
  });
  app.use(refusing(faults));
  const server = app.listen(0, '127.0.0.1');
  server.keepAliveTimeout = 120_000; // longer than any pause between two events
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    taken,
    faults,
    async took(type, id) {
      const isTaken = (text: string): boolean => text.startsWith(`/${type} `) && text.includes(id);
      await until(`${type} about ${id}`, async () => faults.length > 0 || texts.some(isTaken));
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The contract reversed: each webhook of it becomes an operation at a path of its own. */
function receiving(): Spec {
  const { webhooks, components, info } = checkedContract({ closed: true });
  const paths = Object.fromEntries(Object.entries(webhooks).map(([type, operations]) => [`/${type}`, operations]));
  return { openapi: '3.1.0', info, paths, webhooks: {}, components };
}

function refusing(faults: string[]): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    faults.push(`${req.path}: ${error instanceof Error ? error.message : String(error)}`);
    res.status(400).end();
  };
}
