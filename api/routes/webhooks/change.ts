import { type EntityManager, inCompany } from '../../../config/orm.ts';
import { sealOwner, unseal } from '../../../domain/access/seal.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { callerOf } from '../../locals.ts';
import type { Handler, Schema } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { addressToProve, applyChanges, type EndpointChanges } from '../../requests/webhook-changes.ts';
import { webhookView } from '../../views/webhook.ts';
import { checkedUrl } from './checked-url.ts';
import { lockEndpoint } from './find-endpoint.ts';
import { ping } from './ping.ts';
import { wakeUp } from './wake-up.ts';

/** Each ping more than the first means that somebody else changed the endpoint while the one before it was under way. */
const pingsAtMost = 3;

/** What a look at the locked row came to: it was changed, or an address has to answer first. */
type Step = { kind: 'changed'; endpoint: WebhookEndpoint } | { kind: 'unproven'; url: string; secret: string };

/** No transaction is open while an address is pinged: what the ping proved is compared afterwards with the row as it is then. */
export function changeHandler(parts: ApiParts): Handler<'updateWebhook'> {
  const { orm, deliverer } = parts;
  return async (req, res) => {
    const { companyId } = callerOf(res);
    const changes = changesOf(parts, req.body);
    let provenUrl: string | null = null;
    for (let pings = 0; ; pings += 1) {
      const step: Step = await inCompany(orm, companyId, (em) => change(em, parts, req.params.id, changes, provenUrl));
      if (step.kind === 'changed') {
        if (provenUrl !== null) await wakeUp(parts, step.endpoint.id, res);
        return void res.json(webhookView(step.endpoint));
      }
      if (pings === pingsAtMost) throw contested();
      await ping(deliverer, step);
      provenUrl = step.url;
    }
  };
}

async function change(
  em: EntityManager,
  { masterKey }: ApiParts,
  id: string,
  changes: EndpointChanges,
  provenUrl: string | null,
): Promise<Step> {
  const endpoint = await lockEndpoint(em, id);
  const url = addressToProve(endpoint, changes);
  if (url !== null && url !== provenUrl) {
    const secret = unseal(masterKey, sealOwner.webhookSecret(endpoint.company, id), endpoint.sealedSecret);
    return { kind: 'unproven', url, secret };
  }
  applyChanges(endpoint, changes);
  return { kind: 'changed', endpoint };
}

function changesOf(parts: ApiParts, { url, events, ...rest }: Schema<'WebhookChanges'>): EndpointChanges {
  return {
    ...rest,
    ...(url === undefined ? {} : { url: checkedUrl(parts, url) }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
  };
}

function contested(): DomainError {
  const message = 'O webhook está sendo alterado por outras requisições ao mesmo tempo. Nada foi salvo; tente de novo.';
  return new DomainError('invalid_state', message);
}
