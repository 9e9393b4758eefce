import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Mount, mountedEnd, mounts, portfolioPath } from './mounts.ts';

/**
 * Adds the operations of offices for the companies in their portfolio to the bundle, made from the companies' own operations. The bundle is that of
 * `/v1`, or the file in the argument.
 */

type Ref = { $ref: string };
type Operation = {
  operationId: string;
  description?: string;
  parameters?: unknown[];
  responses: Record<string, unknown>;
  [other: string]: unknown;
};
type Bundle = { paths: Record<string, Record<string, Operation>> };

const file = process.argv[2] ?? fileURLToPath(new URL('generated/openapi.json', import.meta.url));
const bundle = JSON.parse(await readFile(file, 'utf8')) as Bundle;
const missing = new Set(Object.keys(mounts));

const mounted = Object.entries(bundle.paths).flatMap(([path, operations]) => {
  const copies = Object.entries(operations).flatMap(([method, operation]) => {
    const mount = mounts[operation.operationId];
    missing.delete(operation.operationId);
    return mount
      ? [[method, officeOperation(operation, { ...mount, called: `${method.toUpperCase()} ${path}` })] as const]
      : [];
  });
  return copies.length > 0 ? [[path.replace(/^\/v1/, portfolioPath), Object.fromEntries(copies)] as const] : [];
});
if (missing.size > 0) throw new Error(`no such operations: ${[...missing].join(', ')}`);
await writeFile(
  file,
  JSON.stringify({ ...bundle, paths: { ...bundle.paths, ...Object.fromEntries(mounted) } }, null, 2),
);

/** An office's variant of a company's operation. @param called method and path of the company's operation */
function officeOperation(operation: Operation, { scope, issues, called }: Mount & { called: string }): Operation {
  const { operationId, description = '', parameters = [], responses } = operation;
  const permission = issues ? ' The company must have allowed the office to issue.' : '';
  return {
    ...operation,
    operationId: `${operationId}${mountedEnd}`,
    'x-handled-by': operationId,
    ...(issues ? { 'x-issues': true } : {}),
    tags: ['Portfolio'],
    description: `As \`${called}\`, for a company of the portfolio.${permission}\n\n${description}`.trim(),
    security: [{ officeKey: [scope] }],
    parameters: [component('parameters', 'CompanyId'), ...parameters],
    responses: {
      ...responses,
      '401': component('responses', 'OfficeUnauthorized'),
      '403': component('responses', issues ? 'IssuingForbidden' : 'PortfolioForbidden'),
    },
  };
}

function component(kind: string, name: string): Ref {
  return { $ref: `#/components/${kind}/${name}` };
}
