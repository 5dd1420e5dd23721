/**
 * Streams as providers send them, including noise; ids and fingerprints are made up. `text` is what
 * a reader sees.
 */

export interface RecordedStream {
  provider: string;
  body: string;
  text: string;
  end: 'stop' | 'length' | 'content_filter';
  usage?: { inputTokens: number; outputTokens: number };
}

const data = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`;
const DONE = 'data: [DONE]\n\n';
type Choice = Record<string, unknown>;
const chunks = (base: object, choices: readonly (Choice | Choice[])[]): string =>
  choices
    .map((it) => data({ ...base, choices: Array.isArray(it) ? it : [{ index: 0, ...it }] }))
    .join('');

const openAi = {
  id: 'chatcmpl-B1',
  object: 'chat.completion.chunk',
  created: 1_741_000_000,
  model: 'gpt-4.1-2025-04-14',
  service_tier: 'default',
  system_fingerprint: 'fp_1',
  usage: null,
};
const openRouter = {
  id: 'gen-1',
  provider: 'Anthropic',
  model: 'anthropic/claude-sonnet-4',
  object: 'chat.completion.chunk',
  created: 1_741_000_000,
};
const ollama = {
  id: 'chatcmpl-7',
  object: 'chat.completion.chunk',
  created: 1_741_000_000,
  model: 'llama3.3:70b',
  system_fingerprint: 'fp_ollama',
};
const vllm = {
  id: 'chatcmpl-ab',
  object: 'chat.completion.chunk',
  created: 1_741_000_000,
  model: 'Qwen/Qwen3-32B',
};
const deepSeek = {
  id: 'd-1',
  object: 'chat.completion.chunk',
  created: 1_741_000_000,
  model: 'deepseek-reasoner',
  system_fingerprint: 'fp_ds',
};
const gemini = {
  id: 'g-1',
  object: 'chat.completion.chunk',
  created: 1_741_000_000,
  model: 'gemini-2.5-pro',
};
const azure = {
  id: 'chatcmpl-az',
  object: 'chat.completion.chunk',
  created: 1_741_000_000,
  model: 'gpt-4.1-2025-04-14',
  system_fingerprint: 'fp_az',
};
const mistral = {
  id: 'm-1',
  object: 'chat.completion.chunk',
  created: 1_741_000_000,
  model: 'magistral-medium-latest',
};
const safe = {
  hate: { filtered: false, severity: 'safe' },
  violence: { filtered: false, severity: 'safe' },
};

const TEXT = 'Bees dance to tell where flowers are [1].';

export const RECORDED: readonly RecordedStream[] = [
  {
    provider: 'OpenAI, with usage last',
    text: TEXT,
    end: 'stop',
    usage: { inputTokens: 812, outputTokens: 11 },
    body:
      chunks(openAi, [
        {
          delta: { role: 'assistant', content: '', refusal: null },
          logprobs: null,
          finish_reason: null,
        },
        ...['Bees', ' dance', ' to', ' tell where', ' flowers are [', '1', '].'].map((content) => ({
          delta: { content },
          logprobs: null,
          finish_reason: null,
        })),
        { delta: {}, logprobs: null, finish_reason: 'stop' },
      ]) +
      data({
        ...openAi,
        choices: [],
        usage: {
          prompt_tokens: 812,
          completion_tokens: 11,
          total_tokens: 823,
          prompt_tokens_details: { cached_tokens: 0 },
        },
      }) +
      DONE,
  },
  {
    provider: 'OpenRouter, with its comments, reasoning and usage in the last chunk',
    text: TEXT,
    end: 'stop',
    usage: { inputTokens: 900, outputTokens: 40 },
    body: `: OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n${chunks(openRouter, [
      {
        delta: {
          role: 'assistant',
          content: '',
          reasoning: 'The user asks',
          reasoning_details: [{ type: 'reasoning.text', text: 'The user asks' }],
        },
        finish_reason: null,
        native_finish_reason: null,
      },
      { delta: { role: 'assistant', content: '', reasoning: ' about bees.' }, finish_reason: null },
      { delta: { role: 'assistant', content: 'Bees dance to tell ' }, finish_reason: null },
    ])}: OPENROUTER PROCESSING\n\n${chunks(openRouter, [
      { delta: { role: 'assistant', content: 'where flowers are [1].' }, finish_reason: null },
      {
        delta: { role: 'assistant', content: '' },
        finish_reason: 'stop',
        native_finish_reason: 'end_turn',
      },
    ])}${data({ ...openRouter, choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }], usage: { prompt_tokens: 900, completion_tokens: 40, total_tokens: 940, cost: 0.01 } })}${DONE}`,
  },
  {
    provider: 'Ollama, the role in every chunk',
    text: TEXT,
    end: 'stop',
    body:
      chunks(ollama, [
        ...['Bees dance', ' to tell where', ' flowers are', ' [1].', ''].map((content) => ({
          delta: { role: 'assistant', content },
          finish_reason: null,
        })),
        { delta: { role: 'assistant', content: '' }, finish_reason: 'stop' },
      ]) + DONE,
  },
  {
    provider: 'Ollama, thinking within its text',
    text: TEXT,
    end: 'stop',
    body:
      chunks({ ...ollama, model: 'deepseek-r1:14b' }, [
        ...[
          '<th',
          'ink>\n',
          'Hm, bees [2].',
          '\n</thi',
          'nk>',
          '\n\nBees',
          ' dance to tell where flowers are [1].',
        ].map((content) => ({ delta: { role: 'assistant', content }, finish_reason: null })),
        { delta: { role: 'assistant', content: '' }, finish_reason: 'stop' },
      ]) + DONE,
  },
  {
    provider: 'vLLM, with stop reasons and continuous usage',
    text: TEXT,
    end: 'stop',
    usage: { inputTokens: 50, outputTokens: 9 },
    body:
      data({
        ...vllm,
        choices: [
          {
            index: 0,
            delta: { role: 'assistant', content: '' },
            logprobs: null,
            finish_reason: null,
          },
        ],
        usage: null,
      }) +
      chunks(vllm, [
        { delta: { reasoning_content: 'Let me see.' }, logprobs: null, finish_reason: null },
        { delta: { content: 'Bees dance to tell where' }, logprobs: null, finish_reason: null },
        {
          delta: { content: ' flowers are [1].', tool_calls: [] },
          logprobs: null,
          finish_reason: 'stop',
          stop_reason: null,
        },
      ]) +
      data({
        ...vllm,
        choices: [],
        usage: {
          prompt_tokens: 50,
          total_tokens: 59,
          completion_tokens: 9,
          prompt_tokens_details: null,
        },
      }) +
      DONE,
  },
  {
    provider: 'DeepSeek, reasoning in a field of its own, content null meanwhile',
    text: TEXT,
    end: 'stop',
    usage: { inputTokens: 30, outputTokens: 20 },
    body:
      chunks(deepSeek, [
        {
          delta: { role: 'assistant', content: null, reasoning_content: '' },
          logprobs: null,
          finish_reason: null,
        },
        ...['The', ' user', ' wants', ' bees.'].map((reasoning_content) => ({
          delta: { content: null, reasoning_content },
          logprobs: null,
          finish_reason: null,
        })),
        ...['Bees dance to', ' tell where flowers', ' are [1].'].map((content) => ({
          delta: { content, reasoning_content: null },
          logprobs: null,
          finish_reason: null,
        })),
      ]) +
      data({
        ...deepSeek,
        choices: [
          {
            index: 0,
            delta: { content: '', reasoning_content: null },
            logprobs: null,
            finish_reason: 'stop',
          },
        ],
        usage: { prompt_tokens: 30, completion_tokens: 20, total_tokens: 50 },
      }) +
      DONE,
  },
  {
    provider: 'Gemini, all of it in one chunk that also finishes, no [DONE]',
    text: TEXT,
    end: 'stop',
    usage: { inputTokens: 20, outputTokens: 8 },
    body: data({
      ...gemini,
      choices: [
        {
          index: 0,
          delta: {
            role: 'assistant',
            content: TEXT,
            extra_content: { google: { thought_signature: 'x' } },
          },
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 20, completion_tokens: 8, total_tokens: 28 },
    }),
  },
  {
    provider: 'Gemini, cut off at its length, in capitals',
    text: 'Bees dance',
    end: 'length',
    body: chunks(gemini, [
      { delta: { role: 'assistant', content: 'Bees dance' }, finish_reason: null },
      { delta: { role: 'assistant' }, finish_reason: 'MAX_TOKENS' },
    ]),
  },
  {
    provider: 'Azure, with filter results before and around the text',
    text: TEXT,
    end: 'stop',
    body:
      data({
        id: '',
        object: '',
        created: 0,
        model: '',
        choices: [],
        prompt_filter_results: [{ prompt_index: 0, content_filter_results: safe }],
      }) +
      chunks(azure, [
        {
          delta: { role: 'assistant', content: '', refusal: null },
          content_filter_results: {},
          logprobs: null,
          finish_reason: null,
        },
        {
          delta: { content: 'Bees dance to tell where flowers are [1].' },
          content_filter_results: safe,
          logprobs: null,
          finish_reason: null,
        },
        { delta: {}, content_filter_results: {}, logprobs: null, finish_reason: 'stop' },
        {
          content_filter_offsets: { check_offset: 9, start_offset: 9, end_offset: 50 },
          content_filter_results: safe,
          delta: {},
          finish_reason: null,
        },
      ]) +
      DONE,
  },
  {
    provider: 'Azure, stopped by its filter',
    text: 'Bees',
    end: 'content_filter',
    body:
      chunks(azure, [
        { delta: { role: 'assistant', content: 'Bees' }, finish_reason: null },
        {
          delta: {},
          content_filter_results: { violence: { filtered: true, severity: 'high' } },
          finish_reason: 'content_filter',
        },
      ]) + DONE,
  },
  {
    provider: 'Mistral, content in parts, thinking among them',
    text: TEXT,
    end: 'stop',
    body:
      chunks(mistral, [
        { delta: { role: 'assistant', content: '' }, finish_reason: null },
        {
          delta: { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Bees …' }] }] },
          finish_reason: null,
        },
        {
          delta: { content: [{ type: 'text', text: 'Bees dance to tell where flowers are' }] },
          finish_reason: null,
        },
        { delta: { content: ' [1].' }, finish_reason: 'stop' },
      ]) + DONE,
  },
  {
    provider: 'a gateway that calls tools nobody gave it, and counts in chunks without choices',
    text: TEXT,
    end: 'stop',
    body:
      chunks(openAi, [
        { delta: { role: 'assistant' }, finish_reason: null },
        {
          delta: {
            content: null,
            tool_calls: [
              {
                index: 0,
                id: 'call_1',
                type: 'function',
                function: { name: 'search', arguments: '' },
              },
            ],
          },
          finish_reason: null,
        },
        {
          delta: { tool_calls: [{ index: 0, function: { arguments: '{"q":"bees"}' } }] },
          finish_reason: null,
        },
        [],
        { delta: { content: TEXT }, finish_reason: '' },
        { delta: { content: '' }, finish_reason: 'tool_calls' },
      ]) +
      'event: ping\ndata: {}\n\n' +
      DONE,
  },
  {
    provider: 'one with Windows line ends and fields on several lines',
    text: TEXT,
    end: 'stop',
    body: `\ufeffid: 1\r\nevent: message\r\nretry: 3000\r\ndata:${JSON.stringify({ choices: [{ delta: { content: TEXT } }] })}\r\n\r\ndata:{"choices":[{"delta":{},\r\ndata:"finish_reason":"stop"}]}\r\n\r\ndata:[DONE]\r\n\r\n`,
  },
];
