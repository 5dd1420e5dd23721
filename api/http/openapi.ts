import { z } from 'zod';
import { ErrorBody } from '#core/contract/error-body.ts';
import { VERSION } from '#config/version.ts';
import type { Route } from './route.ts';

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
const json = (schema: unknown) => ({ 'application/json': { schema } });

function parameters(it: Route) {
  const of = (where: 'path' | 'query', schema: z.ZodType | undefined) => {
    const { properties = {}, required = [] } = schema ? jsonSchema(schema, 'input') : {};
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema: property,
    }));
  };
  return [...of('path', it.params), ...of('query', it.query)];
}

/** OpenAPI 3.1 of every mounted route, made from the schemas that check it. */
export function openApi(routes: readonly Route[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const it of routes) {
    const path = `/api/${it.path.replace(/:(\w+)/g, '{$1}')}`;
    const success =
      typeof it.response === 'string'
        ? {
            description: it.summary,
            ...(it.response === 'redirect'
              ? {}
              : {
                  content: {
                    [it.response === 'raw' ? 'application/json' : it.response]: {
                      schema: it.response === 'raw' ? {} : { type: 'string' },
                    },
                  },
                }),
          }
        : {
            description: it.summary,
            content: json({
              type: 'object',
              properties: { data: jsonSchema(it.response, 'output') },
              required: ['data'],
            }),
          };
    (paths[path] ??= {})[it.method] = {
      summary: it.summary,
      security:
        it.access === 'public'
          ? []
          : [...(it.access === 'reader' ? [{}] : []), { bearer: [] }, { session: [] }],
      /** the required scope of a personal token */
      'x-scope': it.does,
      parameters: parameters(it),
      ...(it.body
        ? {
            requestBody: {
              required: true,
              content:
                it.takes && 'maxBytes' in it.takes
                  ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
                  : json(jsonSchema(it.body, 'input')),
            },
          }
        : {}),
      responses: {
        [it.response === 'redirect' ? 302 : it.status]: success,
        default: { description: 'What went wrong', content: json(jsonSchema(ErrorBody, 'output')) },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gloss',
      version: VERSION,
      description: 'Sources, passages, cited answers and notes.',
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'gloss_session' },
      },
    },
    paths,
  };
}
