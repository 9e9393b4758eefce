import { type Finding, findingsOf } from './finding.ts';

/** Node.js new enough to run TypeScript and MikroORM 7. */
export function checkNode(): Finding[] {
  const { ok, failure } = findingsOf('node');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return [ok(`Node.js ${process.versions.node}`)];
  return [
    failure(
      `Node.js ${process.versions.node} é antigo`,
      'rode por "npx lavra" ou "npm run", que usam o Node 24 do projeto',
    ),
  ];
}
