import { type listenForBounces as Listen } from '../adapters/mail/bounce-server.ts';
import type { Logger } from '../config/logger.ts';
import type { Orm } from '../config/orm.ts';
import { readReturnPath } from '../domain/documents/mails/return-path.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { type BounceKey, takeBounce } from '../operations/mails/take-bounce.ts';

type Listening = Awaited<ReturnType<typeof Listen>>;

/** Receives bounces of mails about documents by SMTP, in the worker's own process. */
export async function receiveBounces(
  listen: { host: string; port: number },
  { orm, logger, ...key }: BounceKey & { orm: Orm; logger: Logger },
): Promise<Listening> {
  const { listenForBounces } = await import('../adapters/mail/bounce-server.ts'); // loaded only where it is set up, which few installations do
  const server = await listenForBounces(listen, {
    isOurs: (address) => readReturnPath(key.masterKey, key.mailbox, address) !== null,
    take: async (raw, recipients) => {
      const taken = await takeBounce(acrossCompanies(orm), key, raw, recipients);
      logger.info('bounce taken', { outcome: taken.kind, ...('mailId' in taken && { mailId: taken.mailId }) });
    },
    onError: (error) => logger.warn('a bounce could not be taken', { error }),
  });
  logger.info('bounces are taken', { host: listen.host, port: server.port });
  return server;
}
