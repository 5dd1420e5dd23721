/**
 * Qdrant's published OpenAPI description as zod schemas. The client package contains it as
 * generated types (`openapi-typescript`), which are parsed here. Objects accept only described
 * fields. For nullable types the generator writes `X | Record<string, unknown> | null`; the record
 * is dropped, because it would accept any object.
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { z } from 'zod';

export interface Operation {
  method: string;
  path: RegExp;
  name: string;
  query: z.ZodType;
  /** undefined if the operation has no body */
  body: z.ZodType | undefined;
  answer: z.ZodType;
}

const file = new URL(
  '../types/openapi/generated_schema.d.ts',
  import.meta.resolve('@qdrant/js-client-rest'),
);
const INTEGERS: Record<string, [min: number, max: number]> = {
  uint: [0, Number.MAX_SAFE_INTEGER],
  uint64: [0, Number.MAX_SAFE_INTEGER],
  uint32: [0, 2 ** 32 - 1],
  uint16: [0, 2 ** 16 - 1],
  uint8: [0, 255],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  int32: [-(2 ** 31), 2 ** 31 - 1],
};

class Description {
  readonly #source = ts.createSourceFile(
    'description.d.ts',
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  readonly #named = new Map<string, z.ZodType>();

  operations(): Operation[] {
    const operations: Operation[] = [];
    for (const path of membersOf(this.#interface('paths'))) {
      for (const method of membersOf(typeOf(path))) {
        const { type } = method;
        if (!type || !ts.isIndexedAccessTypeNode(type)) continue;
        const name = literal(type.indexType);
        const operation = typeOf(member(this.#interface('operations'), name));
        operations.push({
          method: nameOf(method).toUpperCase(),
          name,
          path: new RegExp(`^${nameOf(path).replace(/\{\w+\}/g, '([^/]+)')}$`),
          query: this.#query(operation),
          body: this.#content(memberIf(operation, 'requestBody')),
          answer:
            this.#content(memberIf(typeOf(member(operation, 'responses')), '200')) ?? z.unknown(),
        });
      }
    }
    return operations;
  }

  #interface(name: string): ts.InterfaceDeclaration {
    const found = this.#source.statements.find(
      (it) => ts.isInterfaceDeclaration(it) && it.name.text === name,
    );
    if (!found || !ts.isInterfaceDeclaration(found))
      throw new Error(`the description has no ${name}`);
    return found;
  }

  #query(operation: ts.TypeNode): z.ZodType {
    const parameters = memberIf(operation, 'parameters');
    const query = parameters && memberIf(typeOf(parameters), 'query');
    return query ? this.#type(typeOf(query)) : z.strictObject({});
  }

  #content(of: ts.PropertySignature | undefined): z.ZodType | undefined {
    if (!of || !ts.isTypeLiteralNode(typeOf(of))) return undefined;
    const json = memberIf(typeOf(member(typeOf(of), 'content')), 'application/json');
    return json && this.#type(typeOf(json), formatOf(json));
  }

  #schema(name: string): z.ZodType {
    let made = this.#named.get(name);
    if (!made) {
      const declared = member(typeOf(member(this.#interface('components'), 'schemas')), name);
      let schema: z.ZodType | undefined;
      this.#named.set(
        name,
        (made = z.lazy(() => (schema ??= this.#type(typeOf(declared), formatOf(declared))))),
      );
    }
    return made;
  }

  #type(node: ts.TypeNode, format?: string): z.ZodType {
    if (ts.isParenthesizedTypeNode(node)) return this.#type(node.type, format);
    if (ts.isUnionTypeNode(node)) return this.#union(node, format);
    if (ts.isArrayTypeNode(node)) return z.array(this.#type(node.elementType));
    if (ts.isTupleTypeNode(node))
      return z.tuple(node.elements.map((it) => this.#type(it)) as [z.ZodType, ...z.ZodType[]]);
    if (ts.isIndexedAccessTypeNode(node)) return this.#schema(literal(node.indexType));
    if (ts.isTypeLiteralNode(node)) return this.#object(node);
    if (ts.isTypeReferenceNode(node)) return this.#reference(node);
    if (ts.isLiteralTypeNode(node)) {
      if (node.literal.kind === ts.SyntaxKind.NullKeyword) return z.null();
      if (ts.isStringLiteral(node.literal)) return z.literal(node.literal.text);
    }
    switch (node.kind) {
      case ts.SyntaxKind.StringKeyword:
        return z.string();
      case ts.SyntaxKind.BooleanKeyword:
        return z.boolean();
      case ts.SyntaxKind.NumberKeyword:
        return number(format);
      case ts.SyntaxKind.UnknownKeyword:
        return z.unknown();
      default:
        throw new Error(
          `the description has a type that is not known here: ${node.getText(this.#source)}`,
        );
    }
  }

  #reference({ typeName, typeArguments }: ts.TypeReferenceNode): z.ZodType {
    const [first] = typeArguments ?? [];
    switch (typeName.getText(this.#source)) {
      case 'Record':
        return z.record(z.string(), z.unknown());
      case 'OneOf':
        if (first && ts.isTupleTypeNode(first))
          return z.union(first.elements.map((it) => this.#type(it)) as [z.ZodType, ...z.ZodType[]]);
    }
    throw new Error(
      `the description has a type that is not known here: ${typeName.getText(this.#source)}`,
    );
  }

  #union(node: ts.UnionTypeNode, format: string | undefined): z.ZodType {
    const parts = flat(node);
    const isNullable = parts.some(
      (it) => ts.isLiteralTypeNode(it) && it.literal.kind === ts.SyntaxKind.NullKeyword,
    );
    const isPlaceholder = (it: ts.TypeNode) =>
      isNullable && parts.length > 2 && ts.isTypeReferenceNode(it);
    const taken = parts
      .filter((it) => !isPlaceholder(it) && it.kind !== ts.SyntaxKind.UndefinedKeyword)
      .map((it) => this.#type(it, format));
    return z.union(taken as [z.ZodType, ...z.ZodType[]]);
  }

  #object(node: ts.TypeLiteralNode): z.ZodType {
    const index = node.members.find(ts.isIndexSignatureDeclaration);
    if (index) return z.record(z.string(), this.#type(index.type));
    return z.strictObject(
      Object.fromEntries(
        membersOf(node).map((it) => {
          const schema = this.#type(typeOf(it), formatOf(it));
          return [nameOf(it), it.questionToken ? schema.optional() : schema];
        }),
      ),
    );
  }
}

const flat = (node: ts.TypeNode): ts.TypeNode[] =>
  ts.isParenthesizedTypeNode(node)
    ? flat(node.type)
    : ts.isUnionTypeNode(node)
      ? node.types.flatMap(flat)
      : [node];

function number(format: string | undefined): z.ZodType {
  const range = format === undefined ? undefined : INTEGERS[format];
  return range ? z.number().int().min(range[0]).max(range[1]) : z.number();
}

const formatOf = (node: ts.Node): string | undefined =>
  /\bFormat: (\w+)/.exec(
    ts
      .getJSDocCommentsAndTags(node)
      .map((it) => it.getText())
      .join('\n'),
  )?.[1];
const membersOf = (node: ts.Node): ts.PropertySignature[] =>
  (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node) ? [...node.members] : []).filter(
    ts.isPropertySignature,
  );
const nameOf = (node: ts.PropertySignature): string =>
  ts.isStringLiteral(node.name) || ts.isIdentifier(node.name) || ts.isNumericLiteral(node.name)
    ? node.name.text
    : '';
const memberIf = (node: ts.Node, name: string): ts.PropertySignature | undefined =>
  membersOf(node).find((it) => nameOf(it) === name);
function member(node: ts.Node, name: string): ts.PropertySignature {
  const found = memberIf(node, name);
  if (!found) throw new Error(`the description has no ${name} where it is looked for`);
  return found;
}
function typeOf(node: ts.PropertySignature): ts.TypeNode {
  if (!node.type) throw new Error(`${nameOf(node)} has no type`);
  return node.type;
}
function literal(node: ts.TypeNode): string {
  if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) return node.literal.text;
  throw new Error('the description refers to something else than a name');
}

let operations: Operation[] | undefined;
/** Read once per process. */
export const publishedOperations = (): Operation[] =>
  (operations ??= new Description().operations());
