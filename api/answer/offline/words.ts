/** The few sentences of the offline assistant's own: everything else it says is its sources'. `{x}`, `{y}` and `{n}` are gaps. */
export interface Words {
  nothing: string; nearest: string; overview: string; untitled: string;
  /** headings of notes */ gist: string; ideas: string; terms: string; check: string; likely: string; answers: string; reasons: string; contrast: string; figures: string; quotes: string; part: string; also: string;
  /** questions */ about: string; what: string; under: string; link: string; role: string; main: string; numbers: string;
  /** blog posts */ points: string; asked: string; explained: string; skeleton: string;
}

const EN: Words = {
  nothing: 'Nothing in the selected sources speaks of this.', nearest: 'The nearest passages are:', overview: 'The selected sources say, among other things:', untitled: 'Untitled',
  gist: 'Overview', ideas: 'Key ideas', terms: 'Key terms', check: 'Questions to check yourself', likely: 'Likely questions', answers: 'Answers', reasons: 'Reasons and evidence', contrast: 'What speaks against it', figures: 'Facts and figures', quotes: 'In its own words', part: 'Part {n}', also: 'also',
  about: 'What do the sources say about “{x}”?', what: 'What is meant by “{x}”?', under: 'What is said under “{x}”?', link: 'How do “{x}” and “{y}” belong together?', role: 'What part does “{x}” play?', main: 'What are the most important points?', numbers: 'Which figures and dates are named?',
  points: '{x}: the key points', asked: '{x}: questions and answers', explained: '{x}: the terms explained', skeleton: 'A skeleton of the source’s own sentences, put together without a language model.',
};

const WORDS: Readonly<Record<string, Words>> = {
  en: EN,
  de: {
    nothing: 'In den ausgewählten Quellen steht davon nichts.', nearest: 'Am nächsten kommen diese Stellen:', overview: 'Die ausgewählten Quellen sagen unter anderem:', untitled: 'Ohne Titel',
    gist: 'Überblick', ideas: 'Kerngedanken', terms: 'Wichtige Begriffe', check: 'Fragen zur Selbstkontrolle', likely: 'Wahrscheinliche Fragen', answers: 'Antworten', reasons: 'Gründe und Belege', contrast: 'Was dagegen spricht', figures: 'Zahlen und Fakten', quotes: 'Im Wortlaut', part: 'Teil {n}', also: 'auch',
    about: 'Was sagen die Quellen über „{x}“?', what: 'Was ist mit „{x}“ gemeint?', under: 'Was steht unter „{x}“?', link: 'Wie hängen „{x}“ und „{y}“ zusammen?', role: 'Welche Rolle spielt „{x}“?', main: 'Was sind die wichtigsten Punkte?', numbers: 'Welche Zahlen und Daten werden genannt?',
    points: '{x}: das Wichtigste', asked: '{x}: Fragen und Antworten', explained: '{x}: die Begriffe erklärt', skeleton: 'Ein Gerüst aus Sätzen der Quelle selbst, ohne Sprachmodell zusammengestellt.',
  },
  es: {
    nothing: 'Nada en las fuentes seleccionadas habla de esto.', nearest: 'Los pasajes más cercanos son:', overview: 'Las fuentes seleccionadas dicen, entre otras cosas:', untitled: 'Sin título',
    gist: 'Resumen', ideas: 'Ideas clave', terms: 'Términos clave', check: 'Preguntas para comprobar lo aprendido', likely: 'Preguntas probables', answers: 'Respuestas', reasons: 'Razones y pruebas', contrast: 'Lo que se objeta', figures: 'Datos y cifras', quotes: 'En sus propias palabras', part: 'Parte {n}', also: 'también',
    about: '¿Qué dicen las fuentes sobre «{x}»?', what: '¿Qué se entiende por «{x}»?', under: '¿Qué se dice en «{x}»?', link: '¿Qué relación hay entre «{x}» y «{y}»?', role: '¿Qué papel tiene «{x}»?', main: '¿Cuáles son los puntos más importantes?', numbers: '¿Qué cifras y fechas se mencionan?',
    points: '{x}: los puntos clave', asked: '{x}: preguntas y respuestas', explained: '{x}: los términos explicados', skeleton: 'Un esquema con frases de la propia fuente, compuesto sin modelo de lenguaje.',
  },
  fr: {
    nothing: 'Rien dans les sources sélectionnées n’en parle.', nearest: 'Les passages les plus proches sont :', overview: 'Les sources sélectionnées disent notamment :', untitled: 'Sans titre',
    gist: 'Vue d’ensemble', ideas: 'Idées clés', terms: 'Termes clés', check: 'Questions pour se tester', likely: 'Questions probables', answers: 'Réponses', reasons: 'Raisons et preuves', contrast: 'Ce qui s’y oppose', figures: 'Faits et chiffres', quotes: 'Dans ses propres mots', part: 'Partie {n}', also: 'aussi',
    about: 'Que disent les sources de « {x} » ?', what: 'Qu’entend-on par « {x} » ?', under: 'Que dit la partie « {x} » ?', link: 'Quel lien y a-t-il entre « {x} » et « {y} » ?', role: 'Quel rôle joue « {x} » ?', main: 'Quels sont les points les plus importants ?', numbers: 'Quels chiffres et quelles dates sont cités ?',
    points: '{x} : les points clés', asked: '{x} : questions et réponses', explained: '{x} : les termes expliqués', skeleton: 'Un canevas fait de phrases de la source elle-même, assemblé sans modèle de langage.',
  },
  pt: {
    nothing: 'Nada nas fontes selecionadas fala disto.', nearest: 'As passagens mais próximas são:', overview: 'As fontes selecionadas dizem, entre outras coisas:', untitled: 'Sem título',
    gist: 'Visão geral', ideas: 'Ideias principais', terms: 'Termos principais', check: 'Perguntas para se testar', likely: 'Perguntas prováveis', answers: 'Respostas', reasons: 'Razões e provas', contrast: 'O que se opõe', figures: 'Factos e números', quotes: 'Nas suas próprias palavras', part: 'Parte {n}', also: 'também',
    about: 'O que dizem as fontes sobre “{x}”?', what: 'O que se entende por “{x}”?', under: 'O que se diz em “{x}”?', link: 'Que relação há entre “{x}” e “{y}”?', role: 'Que papel tem “{x}”?', main: 'Quais são os pontos mais importantes?', numbers: 'Que números e datas são mencionados?',
    points: '{x}: os pontos principais', asked: '{x}: perguntas e respostas', explained: '{x}: os termos explicados', skeleton: 'Um esboço com frases da própria fonte, composto sem modelo de linguagem.',
  },
  it: {
    nothing: 'Nulla nelle fonti selezionate ne parla.', nearest: 'I passaggi più vicini sono:', overview: 'Le fonti selezionate dicono, tra l’altro:', untitled: 'Senza titolo',
    gist: 'Panoramica', ideas: 'Idee chiave', terms: 'Termini chiave', check: 'Domande per verificarsi', likely: 'Domande probabili', answers: 'Risposte', reasons: 'Ragioni e prove', contrast: 'Che cosa vi si oppone', figures: 'Fatti e cifre', quotes: 'Con le sue parole', part: 'Parte {n}', also: 'anche',
    about: 'Che cosa dicono le fonti su «{x}»?', what: 'Che cosa si intende per «{x}»?', under: 'Che cosa si dice in «{x}»?', link: 'Che legame c’è tra «{x}» e «{y}»?', role: 'Che ruolo ha «{x}»?', main: 'Quali sono i punti più importanti?', numbers: 'Quali cifre e date vengono citate?',
    points: '{x}: i punti chiave', asked: '{x}: domande e risposte', explained: '{x}: i termini spiegati', skeleton: 'Una traccia fatta di frasi della fonte stessa, composta senza modello linguistico.',
  },
  nl: {
    nothing: 'Niets in de gekozen bronnen gaat hierover.', nearest: 'De dichtstbijzijnde passages zijn:', overview: 'De gekozen bronnen zeggen onder meer:', untitled: 'Zonder titel',
    gist: 'Overzicht', ideas: 'Kernideeën', terms: 'Kernbegrippen', check: 'Vragen om jezelf te toetsen', likely: 'Waarschijnlijke vragen', answers: 'Antwoorden', reasons: 'Redenen en bewijs', contrast: 'Wat ertegen spreekt', figures: 'Feiten en cijfers', quotes: 'In eigen woorden', part: 'Deel {n}', also: 'ook',
    about: 'Wat zeggen de bronnen over „{x}”?', what: 'Wat wordt bedoeld met „{x}”?', under: 'Wat staat er onder „{x}”?', link: 'Hoe hangen „{x}” en „{y}” samen?', role: 'Welke rol speelt „{x}”?', main: 'Wat zijn de belangrijkste punten?', numbers: 'Welke cijfers en data worden genoemd?',
    points: '{x}: de kernpunten', asked: '{x}: vragen en antwoorden', explained: '{x}: de begrippen uitgelegd', skeleton: 'Een geraamte van zinnen uit de bron zelf, samengesteld zonder taalmodel.',
  },
  ru: {
    nothing: 'В выбранных источниках об этом ничего не сказано.', nearest: 'Ближайшие отрывки:', overview: 'В выбранных источниках сказано, среди прочего:', untitled: 'Без названия',
    gist: 'Обзор', ideas: 'Ключевые мысли', terms: 'Ключевые термины', check: 'Вопросы для самопроверки', likely: 'Вероятные вопросы', answers: 'Ответы', reasons: 'Доводы и доказательства', contrast: 'Что говорит против', figures: 'Факты и цифры', quotes: 'Дословно', part: 'Часть {n}', also: 'также',
    about: 'Что говорят источники о теме «{x}»?', what: 'Что понимается под «{x}»?', under: 'О чём говорится в разделе «{x}»?', link: 'Как связаны «{x}» и «{y}»?', role: 'Какую роль играет «{x}»?', main: 'Каковы самые важные мысли?', numbers: 'Какие цифры и даты названы?',
    points: '{x}: главное', asked: '{x}: вопросы и ответы', explained: '{x}: объяснение терминов', skeleton: 'Набросок из предложений самого источника, составленный без языковой модели.',
  },
  tr: {
    nothing: 'Seçilen kaynaklarda bundan söz edilmiyor.', nearest: 'En yakın bölümler:', overview: 'Seçilen kaynaklar diğerlerinin yanında şunları söylüyor:', untitled: 'Başlıksız',
    gist: 'Genel bakış', ideas: 'Ana fikirler', terms: 'Anahtar terimler', check: 'Kendini sınama soruları', likely: 'Olası sorular', answers: 'Yanıtlar', reasons: 'Nedenler ve kanıtlar', contrast: 'Karşı görüşler', figures: 'Olgular ve rakamlar', quotes: 'Kendi sözleriyle', part: 'Bölüm {n}', also: 'ayrıca',
    about: 'Kaynaklar “{x}” hakkında ne söylüyor?', what: '“{x}” ile ne kastediliyor?', under: '“{x}” başlığı altında ne söyleniyor?', link: '“{x}” ile “{y}” arasında nasıl bir bağ var?', role: '“{x}” nasıl bir rol oynuyor?', main: 'En önemli noktalar neler?', numbers: 'Hangi rakamlar ve tarihler geçiyor?',
    points: '{x}: ana noktalar', asked: '{x}: sorular ve yanıtlar', explained: '{x}: terimlerin açıklaması', skeleton: 'Kaynağın kendi cümlelerinden, dil modeli olmadan derlenmiş bir taslak.',
  },
  zh: {
    nothing: '所选来源中没有提到这一点。', nearest: '最接近的段落是：', overview: '所选来源提到的内容包括：', untitled: '无标题',
    gist: '概览', ideas: '要点', terms: '关键术语', check: '自测问题', likely: '可能的考题', answers: '答案', reasons: '理由与依据', contrast: '不同看法与局限', figures: '事实与数字', quotes: '原文摘录', part: '第 {n} 部分', also: '另见',
    about: '来源对“{x}”说了什么？', what: '“{x}”是什么意思？', under: '“{x}”这一部分讲了什么？', link: '“{x}”与“{y}”有什么关系？', role: '“{x}”起什么作用？', main: '最重要的内容有哪些？', numbers: '提到了哪些数字和日期？',
    points: '{x}：要点', asked: '{x}：问与答', explained: '{x}：术语解释', skeleton: '由来源原句组成的提纲，未使用语言模型。',
  },
  ja: {
    nothing: '選択した資料には、これについての記述がありません。', nearest: '最も近い箇所は次のとおりです：', overview: '選択した資料には、次のようなことが書かれています：', untitled: '無題',
    gist: '概要', ideas: '要点', terms: '重要用語', check: '確認問題', likely: '出題されそうな問題', answers: '答え', reasons: '理由と根拠', contrast: '反論と限界', figures: '事実と数字', quotes: '原文から', part: '第{n}部', also: 'ほか',
    about: '資料は「{x}」について何と言っていますか？', what: '「{x}」とは何ですか？', under: '「{x}」では何が述べられていますか？', link: '「{x}」と「{y}」はどう関係していますか？', role: '「{x}」はどんな役割を果たしていますか？', main: '最も重要な点は何ですか？', numbers: 'どんな数字や日付が出てきますか？',
    points: '{x}：要点', asked: '{x}：質問と答え', explained: '{x}：用語の説明', skeleton: '資料自身の文を、言語モデルを使わずにまとめた骨子です。',
  },
  ko: {
    nothing: '선택한 자료에는 이에 대한 내용이 없습니다.', nearest: '가장 가까운 부분은 다음과 같습니다:', overview: '선택한 자료에는 다음과 같은 내용이 있습니다:', untitled: '제목 없음',
    gist: '개요', ideas: '핵심 내용', terms: '핵심 용어', check: '스스로 확인하는 질문', likely: '예상 문제', answers: '답', reasons: '이유와 근거', contrast: '반론과 한계', figures: '사실과 수치', quotes: '원문에서', part: '{n}부', also: '그 밖에',
    about: '자료에서는 “{x}”에 대해 무엇이라고 하나요?', what: '“{x}”의 뜻은 무엇인가요?', under: '“{x}” 부분에서는 무엇을 말하나요?', link: '“{x}”와(과) “{y}”는 어떤 관계인가요?', role: '“{x}”은(는) 어떤 역할을 하나요?', main: '가장 중요한 내용은 무엇인가요?', numbers: '어떤 수치와 날짜가 나오나요?',
    points: '{x}: 핵심 정리', asked: '{x}: 질문과 답', explained: '{x}: 용어 설명', skeleton: '자료의 문장을 그대로 모아 언어 모델 없이 만든 뼈대입니다.',
  },
  ar: {
    nothing: 'لا يتحدث أي من المصادر المختارة عن هذا.', nearest: 'أقرب المقاطع هي:', overview: 'تقول المصادر المختارة من بين ما تقول:', untitled: 'بلا عنوان',
    gist: 'نظرة عامة', ideas: 'الأفكار الرئيسية', terms: 'المصطلحات الرئيسية', check: 'أسئلة لاختبار نفسك', likely: 'أسئلة محتملة', answers: 'الأجوبة', reasons: 'الأسباب والأدلة', contrast: 'ما يعارض ذلك', figures: 'حقائق وأرقام', quotes: 'بنص المصدر', part: 'الجزء {n}', also: 'أيضا',
    about: 'ماذا تقول المصادر عن «{x}»؟', what: 'ما المقصود بـ«{x}»؟', under: 'ماذا يقال تحت «{x}»؟', link: 'ما العلاقة بين «{x}» و«{y}»؟', role: 'ما دور «{x}»؟', main: 'ما أهم النقاط؟', numbers: 'ما الأرقام والتواريخ المذكورة؟',
    points: '{x}: أهم النقاط', asked: '{x}: أسئلة وأجوبة', explained: '{x}: شرح المصطلحات', skeleton: 'هيكل من جمل المصدر نفسه، جمع من دون نموذج لغوي.',
  },
  hi: {
    nothing: 'चुने गए स्रोतों में इसके बारे में कुछ नहीं है।', nearest: 'सबसे निकट के अंश ये हैं:', overview: 'चुने गए स्रोत, अन्य बातों के साथ, यह कहते हैं:', untitled: 'बिना शीर्षक',
    gist: 'सारांश', ideas: 'मुख्य विचार', terms: 'मुख्य शब्द', check: 'स्वयं जाँचने के प्रश्न', likely: 'संभावित प्रश्न', answers: 'उत्तर', reasons: 'कारण और प्रमाण', contrast: 'विपरीत पक्ष', figures: 'तथ्य और आँकड़े', quotes: 'मूल शब्दों में', part: 'भाग {n}', also: 'और',
    about: 'स्रोत “{x}” के बारे में क्या कहते हैं?', what: '“{x}” से क्या अभिप्राय है?', under: '“{x}” के अंतर्गत क्या कहा गया है?', link: '“{x}” और “{y}” में क्या संबंध है?', role: '“{x}” की क्या भूमिका है?', main: 'सबसे महत्वपूर्ण बातें क्या हैं?', numbers: 'कौन से आँकड़े और तिथियाँ बताई गई हैं?',
    points: '{x}: मुख्य बातें', asked: '{x}: प्रश्न और उत्तर', explained: '{x}: शब्दों की व्याख्या', skeleton: 'स्रोत के अपने वाक्यों से, बिना भाषा मॉडल के बनाई गई रूपरेखा।',
  },
};

/** `language` is a base tag; of one that is not known here, in English. */
export const wordsOf = (language: string): Words => WORDS[language] ?? EN;
export const WORD_LANGUAGES: readonly string[] = Object.keys(WORDS);

export const filled = (template: string, gaps: { x?: string; y?: string; n?: number }): string =>
  template.replace(/\{([xyn])\}/g, (_, gap: 'x' | 'y' | 'n') => String(gaps[gap] ?? ''));
