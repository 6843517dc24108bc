"""Language models behind `ChatModel`: llama.cpp in a child process, servers, scripts."""
