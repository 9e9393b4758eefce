import { inCompany } from '../../../operations/in-company.ts';
import { companyOf } from '../../locals.ts';
import type { Handler, Schema } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import type { EndpointChanges } from '../../../operations/webhooks/webhook-changes.ts';
import { webhookView } from '../../views/webhook.ts';
import { changeEndpoint, type Transact } from '../../../operations/webhooks/change-endpoint.ts';
import { checkedUrl } from '../../../operations/webhooks/checked-url.ts';
import { wakeUp } from './wake-up.ts';

export function changeHandler(parts: ApiParts): Handler<'updateWebhook'> {
  return async (req, res) => {
    const { id: companyId } = companyOf(res);
    const transact: Transact = (work) => inCompany(parts.orm, companyId, work);
    const { endpoint, isProven } = await changeEndpoint(transact, parts, req.params.id, changesOf(parts, req.body));
    if (isProven) await wakeUp(parts, endpoint.id, res);
    res.json(webhookView(endpoint));
  };
}

function changesOf(parts: ApiParts, { url, events, ...rest }: Schema<'WebhookChanges'>): EndpointChanges {
  return {
    ...rest,
    ...(url === undefined ? {} : { url: checkedUrl(parts, url) }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
  };
}
