import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import ts from 'typescript';
import { mountedEnd, mounts } from './mounts.ts';

/**
 * Writes the contract's TypeScript types into the published package, where server and clients read them. The type of an office's variant refers to
 * the company's operation, so that a change is made once. Arguments: the bundle to read (that of `/v1` by default) and the file to write.
 */

const [
  bundle = fileURLToPath(new URL('generated/openapi.json', import.meta.url)),
  types = fileURLToPath(new URL('../clients/typescript/src/contract.ts', import.meta.url)),
] = process.argv.slice(2);

/** The type of an office's variant: the company is in the path, and two refusals are different. */
const ofCompany = `type OfCompany<Operation extends { parameters: { path?: unknown }; responses: unknown }, Forbidden> = Omit<
    Operation,
    "parameters" | "responses"
> & {
    parameters: Omit<Operation["parameters"], "path"> & {
        path: { companyId: components["parameters"]["CompanyId"] } & (Operation["parameters"] extends { path: infer Path } ? Path : unknown);
    };
    responses: Omit<Operation["responses"], 401 | 403> & {
        401: components["responses"]["OfficeUnauthorized"];
        403: Forbidden;
    };
};
`;

const nodes = await openapiTS(pathToFileURL(bundle), {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  defaultNonNullable: false,
});
const told = astToString(nodes.map(withOfficeOperations));
await writeFile(types, `${COMMENT_HEADER}${told}${told.includes('OfCompany<') ? ofCompany : ''}`);

function withOfficeOperations(node: ts.Node): ts.Node {
  if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'operations') return node;
  const { modifiers, name, typeParameters, heritageClauses, members } = node;
  return ts.factory.updateInterfaceDeclaration(
    node,
    modifiers,
    name,
    typeParameters,
    heritageClauses,
    members.map((member) => officeMember(member) ?? member),
  );
}

/** The type of an office's variant of a company's operation; null for any other operation. */
function officeMember(member: ts.TypeElement): ts.TypeElement | null {
  if (!ts.isPropertySignature(member) || !ts.isIdentifier(member.name)) return null;
  const operation = member.name.text.slice(0, -mountedEnd.length);
  const mount = member.name.text.endsWith(mountedEnd) ? mounts[operation] : undefined;
  if (!mount) return null;
  const type = ts.factory.createTypeReferenceNode('OfCompany', [
    memberOf(ts.factory.createTypeReferenceNode('operations'), operation),
    memberOf(
      memberOf(ts.factory.createTypeReferenceNode('components'), 'responses'),
      mount.issues ? 'IssuingForbidden' : 'PortfolioForbidden',
    ),
  ]);
  return ts.factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, type);
}

function memberOf(object: ts.TypeNode, name: string): ts.TypeNode {
  return ts.factory.createIndexedAccessTypeNode(
    object,
    ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(name)),
  );
}
