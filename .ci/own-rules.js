/** A rule that refuses what a selector finds, but in entities. */
const refuse = (selector, message) => ({
  create: (context) =>
    context.filename.endsWith('.entity.ts') ? {} : { [selector]: (node) => context.report({ node, message }) },
});

export default {
  meta: { name: 'lavra' },
  rules: {
    'status-by-entity': refuse(
      'AssignmentExpression[left.object.type!="ThisExpression"][left.property.name="status"], ' +
        'CallExpression[callee.property.name=/^(assign|nativeUpdate)$/] > ObjectExpression:last-child > Property[key.name="status"]',
      'a status is set by a method of its entity',
    ),
    'one-clock': refuse(
      'NewExpression[callee.name="Date"][arguments.length=0], CallExpression[callee.name="Date"], ' +
        'MemberExpression[object.name="Date"][property.name="now"], ' +
        'MemberExpression[object.name="DateTime"][property.name=/^(now|utc|local)$/]',
      'activities read the clock of their parts (`parts.now()`), or the database’s',
    ),
  },
};
