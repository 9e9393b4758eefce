import { expect, test } from 'vitest';
import { companyScopes, officeScopes } from '../../domain/access/scopes.ts';
import { paymentMethods } from '../../domain/documents/payload.ts';
import { doubtCodes, errorCodes } from '../../domain/errors.ts';
import {
  deliveryStatuses,
  keptEventNames,
  officeSubscriptions,
  subscriptions,
} from '../../domain/webhooks/event-types.ts';
import contract from '../../openapi/generated/openapi.json' with { type: 'json' };

const { schemas } = contract.components;

type Operation = {
  operationId: string;
  summary?: string;
  security?: Record<string, string[]>[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
};
const paths: Record<string, Record<string, Operation>> = contract.paths;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
);

test('the codes of the contract and the codes of the product are the same set', () => {
  expect([...schemas.ErrorCode.enum].sort()).toEqual(Object.keys(errorCodes).sort());
});

test('the closed sets of the contract are the product’s own', () => {
  expect(schemas.DoubtCode.enum).toEqual(doubtCodes);
  expect(schemas.PaymentMethod.enum).toEqual(Object.keys(paymentMethods));
  expect(schemas.WebhookEvent.enum).toEqual(subscriptions);
  expect(schemas.OfficeWebhookEvent.enum).toEqual(officeSubscriptions);
  expect(schemas.WebhookEventName.enum).toEqual(keptEventNames);
  expect(schemas.WebhookDeliveryStatus.enum).toEqual(deliveryStatuses);
});

test.each(operations)('%s says what it does, asks for known scopes and tells how it refuses', (name, operation) => {
  expect(operation.summary).toBeTruthy();
  expect(operation.security).toBeDefined();
  for (const { apiKey = [], officeKey = [] } of operation.security ?? []) {
    expect(companyScopes).toEqual(expect.arrayContaining(apiKey));
    expect(officeScopes).toEqual(expect.arrayContaining(officeKey));
  }
  const refusals = [
    ...(name.includes('/v1/') ? ['401', '403', '429'] : []),
    ...(name.includes('{id}') ? ['404'] : []),
    ...(operation.requestBody ? ['400', '413'] : []),
  ];
  expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining([...refusals, 'default']));
});

test('every field that a caller sends is described', () => {
  const bodies = [
    schemas.FiscalDocumentCreation,
    schemas.DocumentClientInput,
    schemas.DocumentTransportInput,
    schemas.ServiceDetailsInput,
    schemas.ServiceForeignTradeInput,
    schemas.ServiceWorksInput,
    schemas.ServedEventInput,
    schemas.SiteAddressInput,
    schemas.DeductionDocumentInput,
    schemas.NfseReplacementInput,
    schemas.WebhookCreation,
    schemas.WebhookChanges,
    schemas.OfficeWebhookCreation,
  ];
  const properties = [...bodies, schemas.DocumentItemInput].flatMap((schema): [string, unknown][] =>
    Object.entries(schema.properties),
  );
  const silent = properties.filter(([, schema]) => !/"description"|"\$ref"/.test(JSON.stringify(schema)));
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('no path is hidden behind a parameter of one that stands before it', () => {
  const shapes = Object.keys(paths).map((path) => ({
    path,
    matches: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/{}]+')}$`),
  }));
  const hidden = shapes.flatMap(({ path }, at) =>
    shapes
      .slice(0, at)
      .filter((before) => before.matches.test(path))
      .map((before) => `${path} behind ${before.path}`),
  );
  expect(hidden).toEqual([]);
});
